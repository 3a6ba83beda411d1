import { Text } from '@react-email/text'
import { Children, Fragment, type ReactNode } from 'react'
import { emailColours } from './look.ts'

export function EmailText({ children }: { children: ReactNode }) {
  return (
    <Text
      style={{ color: emailColours.text, fontSize: 16, lineHeight: '24px', margin: '0 0 16px', overflowWrap: 'break-word' }}
    >
      {Children.map(children, (child) => (typeof child === 'string' ? withBreaks(child) : child))}
    </Text>
  )
}

/** A buyer's note keeps its lines in every mail program and in the text part. */
const withBreaks = (text: string) =>
  text.split(/\r?\n/).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
