import classes from './PasswordStrength.module.css'
import { judgePassword } from './passwordStrength.ts'

const words = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const
const EMPTY = 'Three or four words in a row are strong and easy to remember.'

/** Stands under the field for a new password. It advises and never refuses. */
export function PasswordStrength({ password }: { password: string }) {
  const { score, advice } = judgePassword(password)
  const filled = password ? Math.max(score, 1) : 0
  return (
    <div>
      <div className={classes.bars} data-score={score} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={classes.bar} data-filled={step <= filled || undefined} />
        ))}
      </div>
      <p className={classes.advice} aria-live="polite">
        {password && <span className={classes.word}>{words[score]}.</span>} {advice || EMPTY}
      </p>
    </div>
  )
}
