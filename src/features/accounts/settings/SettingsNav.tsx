import { useScrollSpy } from '@mantine/hooks'
import classes from './SettingsNav.module.css'
import { settingsSectionIds, settingsSections } from './sections.ts'

/** Under the top bar and a little further, where the eye is. */
const SCROLL_OFFSET_PX = 160

/** Plain anchors: the browser moves the place of the keyboard along with the page. */
export function SettingsNav() {
  const { active } = useScrollSpy({ selector: 'main section[id] h2', offset: SCROLL_OFFSET_PX })
  return (
    <nav aria-label="Settings" className={classes.nav}>
      <ul>
        {settingsSectionIds.map((id, index) => (
          <li key={id}>
            <a href={`#${id}`} data-active={index === active || undefined}>
              {settingsSections[id].title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
