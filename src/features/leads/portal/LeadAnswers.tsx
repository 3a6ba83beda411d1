import classes from './LeadAnswers.module.css'

/** What the buyer answered, with the questions as they were then. */
export function LeadAnswers({ answers }: { answers: readonly { question: string; answer: string }[] }) {
  if (answers.length === 0) return null
  return (
    <dl className={classes.answers} aria-label="Answers">
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt dir="auto">{question}</dt>
          <dd dir="auto">{answer}</dd>
        </div>
      ))}
    </dl>
  )
}
