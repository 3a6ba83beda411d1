import { idleLockText } from '#features/accounts/devices.schema.ts'
import { hasLink } from '#platform/input/fieldSchemas.ts'
import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import type { Role } from '#values/agencyValues.ts'
import { INVITATION_DAYS, ownRoleDescriptions, roleWithArticle } from './members.schema.ts'
import { type SessionRule, sessionHoursText } from './signInRules.schema.ts'

const WHY_MEMBER = 'You’re receiving this because you’re a member of an agency on Property Files.'

/** What someone typed must not become a link in an email of ours, nor a second line of a subject. */
export const shownName = (name: string, fallback: string) =>
  name && !hasLink(name) && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(name) ? name : fallback
const shownAgency = (name: string) => shownName(name, 'their agency')

interface InvitationFacts {
  link: string
  agencyName: string
  invitedBy: string
  invitedByEmail: string
  role: Role
}

export function invitationEmail({ link, agencyName, invitedBy, invitedByEmail, role }: InvitationFacts) {
  const agency = shownAgency(agencyName)
  return {
    subject: `${invitedBy} has invited you to join ${agency}`,
    body: (
      <EmailLayout
        preview={`As ${roleWithArticle(role)}, on Property Files.`}
        heading={`Join ${agency}`}
        footer={`You’re receiving this because ${invitedByEmail} entered your address. If you don’t know them, you can ignore this email and nothing will change.`}
      >
        <EmailText>
          {`${invitedBy} has invited you to join ${agency} on Property Files as ${roleWithArticle(role)}.`}
        </EmailText>
        <EmailText>{ownRoleDescriptions[role]}</EmailText>
        <EmailButton href={link}>Accept invitation</EmailButton>
        <EmailText>
          {`The link works once, within the next ${INVITATION_DAYS} days. If it has expired, ask ${invitedBy} to send it again.`}
        </EmailText>
      </EmailLayout>
    ),
  }
}

interface JoinedFacts {
  agencyName: string
  name: string
  role: Role
  appUrl: string
}

/** To the one who sent the invitation. */
export const joinedEmail = ({ agencyName, name, role, appUrl }: JoinedFacts) => ({
  subject: `${name} has joined ${shownName(agencyName, 'your agency')}`,
  body: (
    <EmailLayout
      preview={`As ${roleWithArticle(role)}.`}
      heading={`${name} has accepted your invitation`}
      footer={WHY_MEMBER}
    >
      <EmailText>
        {`${name} has joined ${shownName(agencyName, 'your agency')} as ${roleWithArticle(role)}. You can share listings with them straight away.`}
      </EmailText>
      <EmailButton href={`${appUrl}/portal/agency`}>See members</EmailButton>
    </EmailLayout>
  ),
})

interface RoleChangeFacts {
  agencyName: string
  role: Role
  changedBy: string
  appUrl: string
}

export const roleChangedEmail = ({ agencyName, role, changedBy, appUrl }: RoleChangeFacts) => ({
  subject: `You’re now ${roleWithArticle(role)} in ${shownName(agencyName, 'your agency')}`,
  body: (
    <EmailLayout
      preview={ownRoleDescriptions[role]}
      heading={`You’re now ${roleWithArticle(role)}`}
      footer={WHY_MEMBER}
    >
      <EmailText>{`${changedBy} has changed your role in ${shownName(agencyName, 'your agency')}.`}</EmailText>
      <EmailText>{ownRoleDescriptions[role]}</EmailText>
      <EmailButton href={`${appUrl}/portal`}>Open Property Files</EmailButton>
    </EmailLayout>
  ),
})

interface DepartureFacts {
  agencyName: string
  memberName: string
  successorName: string
  appUrl: string
}

const OWN_ACCOUNT =
  'You keep your own account: sign in with the same email address and password. To create listings on your own, you’ll need a subscription.'

/** To the person who was removed. */
export const removedEmail = ({ agencyName, successorName, appUrl }: DepartureFacts) => ({
  subject: `You’re no longer a member of ${shownName(agencyName, 'your agency')}`,
  body: (
    <EmailLayout
      preview={`${successorName} looks after your listings and leads now.`}
      heading={`You’re no longer a member of ${shownName(agencyName, 'your agency')}`}
      footer="You’re receiving this because you were a member of an agency on Property Files."
    >
      <EmailText>{`Your listings, leads and reminders there were handed over to ${successorName}.`}</EmailText>
      <EmailText>{OWN_ACCOUNT}</EmailText>
      <EmailButton href={`${appUrl}/portal`}>Open Property Files</EmailButton>
    </EmailLayout>
  ),
})

/** To the person who left. */
export const leftEmail = ({ agencyName, successorName, appUrl }: DepartureFacts) => ({
  subject: `You’ve left ${shownName(agencyName, 'your agency')}`,
  body: (
    <EmailLayout
      preview={`${successorName} looks after your listings and leads now.`}
      heading={`You’ve left ${shownName(agencyName, 'your agency')}`}
      footer="You’re receiving this because you were a member of an agency on Property Files."
    >
      <EmailText>{`Your listings, leads and reminders there were handed over to ${successorName}.`}</EmailText>
      <EmailText>{OWN_ACCOUNT}</EmailText>
      <EmailButton href={`${appUrl}/portal`}>Open Property Files</EmailButton>
      <EmailText>If it wasn’t you, change your password and ask an owner of the agency to invite you again.</EmailText>
    </EmailLayout>
  ),
})

/** To the agency's owners. */
export function memberGoneEmail(facts: DepartureFacts & { removedBy?: string }) {
  const { agencyName, memberName, successorName, removedBy, appUrl } = facts
  const agency = shownName(agencyName, 'your agency')
  return {
    subject: removedBy ? `${memberName} was removed from ${agency}` : `${memberName} has left ${agency}`,
    body: (
      <EmailLayout
        preview={`${successorName} looks after their listings and leads now.`}
        heading={removedBy ? `${memberName} was removed` : `${memberName} has left`}
        footer={WHY_MEMBER}
      >
        <EmailText>
          {removedBy
            ? `${removedBy} has removed ${memberName} from ${agency}.`
            : `${memberName} is no longer a member of ${agency}.`}
        </EmailText>
        <EmailText>{`${successorName} has taken over their listings, leads and reminders. Buyers’ links keep working.`}</EmailText>
        <EmailButton href={`${appUrl}/portal/agency`}>See members</EmailButton>
      </EmailLayout>
    ),
  }
}

/** To a member without a second factor, as the announcement and as a reminder. */
export const secondFactorRuleEmail = (agencyName: string, day: string, appUrl: string) => {
  const agency = shownName(agencyName, 'Your agency')
  return {
    subject: `${agency} requires two-step sign-in from ${day}`,
    body: (
      <EmailLayout preview="It takes two minutes and your phone." heading="Set up two-step sign-in" footer={WHY_MEMBER}>
        <EmailText>
          {`From ${day}, ${agency} requires a passkey, or a code from your phone as well as your password. It takes two minutes: open your settings and add a passkey, or scan a code with an authenticator app and save your recovery codes.`}
        </EmailText>
        <EmailButton href={`${appUrl}/portal/settings#second-step`}>Set it up</EmailButton>
        <EmailText>
          If you haven’t by then, we’ll ask you to before anything else. Your listings stay online and your leads still
          arrive.
        </EmailText>
      </EmailLayout>
    ),
  }
}

interface SessionRuleFacts {
  agencyName: string
  changedBy: string
  rule: SessionRule
  appUrl: string
}

/** To every member but the owner who changed it. */
export const sessionRuleEmail = ({ agencyName, changedBy, rule: { hours, idleMinutes }, appUrl }: SessionRuleFacts) => {
  const agency = shownName(agencyName, 'your agency')
  return {
    subject: `How long you stay signed in at ${agency} has changed`,
    body: (
      <EmailLayout preview={`Changed by ${changedBy}.`} heading="How long you stay signed in" footer={WHY_MEMBER}>
        <EmailText>{`${changedBy} has changed this for everyone in ${agency}:`}</EmailText>
        <EmailText>
          {hours === null
            ? 'You stay signed in while you use the portal.'
            : `You’ll need to sign in again ${sessionHoursText(hours)} after signing in, even if you’re using the portal.`}
        </EmailText>
        <EmailText>
          {idleMinutes === null
            ? 'The portal doesn’t lock itself.'
            : `The portal locks when nobody has used it for ${idleLockText(idleMinutes)}. What you were typing is kept.`}
        </EmailText>
        <EmailButton href={`${appUrl}/portal`}>Open Property Files</EmailButton>
      </EmailLayout>
    ),
  }
}
