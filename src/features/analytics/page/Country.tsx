import { IconMapPinOff } from '@tabler/icons-react'
import { icon } from '#ui/theme.ts'
import classes from './Country.module.css'
import { flagOf } from './flags.ts'
import { countryName } from './placeWords.ts'

/** A country by its flag, or by its code where there is none. */
export function Country({ code }: { code: string }) {
  if (!code) return <IconMapPinOff {...icon} size={20} />
  const flag = flagOf(code)
  return (
    <abbr title={countryName(code)} className={flag ? classes.flag : classes.code}>
      {flag ? <img src={flag} alt={code} width={24} height={16} /> : code}
    </abbr>
  )
}
