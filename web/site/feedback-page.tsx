// What a visitor tells us.

export function FeedbackPage() {
  return <h1>Feedback</h1>;
}
