import { useScrollSpy } from '@mantine/hooks'
import classes from './SettingsNav.module.css'
import { sectionIds, sections } from './sections.ts'

/** Under the top bar and a little further, where the eye is. */
const READING_LINE = 160

/** Plain anchors: the browser moves the place of the keyboard along with the page. */
export function SettingsNav() {
  const { active } = useScrollSpy({ selector: 'main section[id] h2', offset: READING_LINE })
  return (
    <nav aria-label="Settings" className={classes.nav}>
      <ul>
        {sectionIds.map((id, index) => (
          <li key={id}>
            <a href={`#${id}`} data-active={index === active || undefined}>
              {sections[id].title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
