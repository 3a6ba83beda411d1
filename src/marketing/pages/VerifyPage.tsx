import type { ReactNode } from 'react'
import { PageIntro, Section } from '../sections.tsx'
import classes from './VerifyPage.module.css'

/** Checks a disclosure certificate, and says what that means. */
export function VerifyPage({ check }: { check: ReactNode }) {
  return (
    <>
      <PageIntro
        title="Verify a certificate"
        lead="Agents can give you a signed certificate of which documents were made available, and what was opened and confirmed. Check here that it’s as we issued it."
      />
      <Section title="Check a certificate">{check}</Section>
      <Section title="What it means" tone="grey">
        <div className={classes.columns}>
          <div>
            <h3>What a valid certificate proves</h3>
            <ul>
              <li>We issued it, for this listing and this agent, and not a byte has changed since.</li>
              <li>Its entries were in the listing’s record at that time, in this order and with these times.</li>
              <li>Each SHA-256 identifies one exact file, as the agent uploaded it.</li>
            </ul>
          </div>
          <div>
            <h3>What it doesn’t prove</h3>
            <ul>
              <li>Who sat in front of the screen: an entry names the person whose private link was used.</li>
              <li>That somebody understood what they read, or what was said elsewhere.</li>
              <li>That the documents themselves are right or complete. It isn’t legal advice.</li>
            </ul>
          </div>
        </div>
        <p className={classes.more}>
          You don’t have to take our word for it: our <a href="/.well-known/property-files-signing-key">public keys</a>{' '}
          let anyone check the Ed25519 signature without us.
        </p>
      </Section>
    </>
  )
}
