// What the link in an appointment's mail opens.

export function AppointmentPage() {
  return <h1>Appointment</h1>;
}
