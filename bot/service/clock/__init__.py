"""What time does to games: deadlines, absences, vacations, standing orders."""
