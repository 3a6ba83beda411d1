import { Text } from '@mantine/core'
import classes from './PasswordStrength.module.css'
import { ratePassword, strengthLabels } from './passwordStrength.ts'

/** Four steps of colour for the eye, and the same in words. */
export function PasswordStrength({ password }: { password: string }) {
  const { score, word, advice } = ratePassword(password)
  // The first step is lit as soon as anything is typed: an empty bar looks like no answer.
  const lit = Math.max(score, 1)
  return (
    <div className={classes.strength} data-score={password ? score : undefined}>
      <div className={classes.bar} aria-hidden="true">
        {strengthLabels.slice(1).map((name, step) => (
          <span key={name} data-lit={(password && step < lit) || undefined} />
        ))}
      </div>
      <Text role="status" size="sm" c="dimmed" className={classes.words}>
        {password ? (
          <>
            <Text span inherit fw={600} c="black">
              {word}
            </Text>
            {`: ${advice}`}
          </>
        ) : (
          'At least 2 characters. Longer is safer.'
        )}
      </Text>
    </div>
  )
}
