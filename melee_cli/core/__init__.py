"""What any rules system needs. Standard library only, no input or output, no words."""
