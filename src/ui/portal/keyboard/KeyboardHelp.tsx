import { Switch } from '@mantine/core'
import { Dialog } from '../../overlay/Dialog.tsx'
import classes from './KeyboardHelp.module.css'
import { Keys } from './Keys.tsx'
import { shortcutGroups } from './shortcuts.ts'

interface KeyboardHelpProps {
  opened: boolean
  onClose: () => void
  lettersOn: boolean
  onLetters: (on: boolean) => void
}

/** All shortcuts. Single-key ones can be switched off, for people who use speech input or often type outside a field. */
export const KeyboardHelp = ({ opened, onClose, lettersOn, onLetters }: KeyboardHelpProps) => (
  <Dialog title="Keyboard shortcuts" opened={opened} onClose={onClose} size={560}>
    <div className={classes.groups}>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className={classes.title}>{title}</h3>
          <dl className={classes.list}>
            {shortcuts.map(({ keys, label }) => (
              <div key={label} className={classes.row}>
                <dt>{label}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
    <Switch
      mt="lg"
      label="Single-key shortcuts"
      description="Saved in this browser."
      checked={lettersOn}
      onChange={(event) => onLetters(event.currentTarget.checked)}
    />
  </Dialog>
)
