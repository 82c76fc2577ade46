"""The round of blows: how wounds come about from the profiles of the troops."""
