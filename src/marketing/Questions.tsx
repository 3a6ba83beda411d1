import { Text } from '@mantine/core'
import classes from './Questions.module.css'

const questions = [
  {
    ask: 'Why do you ask for a card before the trial?',
    answer: 'So that your pages stay up when the trial ends. Cancel within the 30 days and nothing is charged.',
  },
  {
    ask: 'How does the money-back guarantee work?',
    answer:
      'Within 30 days of your first payment, reply to any of our mails with the words “money back”. No reasons needed.',
  },
  {
    ask: 'What happens to my listings if I cancel?',
    answer: 'You can still sign in, read and export. Published pages stay up and their leads still reach you.',
  },
  {
    ask: 'What do buyers pay?',
    answer: 'Nothing. They need no account either: they leave their details once, and read.',
  },
]

export function Questions() {
  return (
    <dl className={classes.list}>
      {questions.map(({ ask, answer }) => (
        <div key={ask}>
          <Text component="dt" fw={600}>
            {ask}
          </Text>
          <Text component="dd" c="dimmed" m={0} mt={6}>
            {answer}
          </Text>
        </div>
      ))}
    </dl>
  )
}
