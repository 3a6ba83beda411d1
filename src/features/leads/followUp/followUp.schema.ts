import * as z from 'zod/mini'
import { may } from '#platform/auth/permissions.ts'
import { MemberId, maxCharacters, trimmedText } from '#platform/input/fieldSchemas.ts'
import { addDays, todayIn } from '#ui/format/dates.ts'
import type { Role } from '#values/agencyValues.ts'
import { DAY_MS } from '#values/time.ts'
import { LeadIdsInput } from '../leads.schema.ts'
import { leadStatuses } from '../leadsSearch.ts'

const MAX_NEXT_ACTION_LENGTH = 200
/** Far enough for anyone who plans a sale. */
const MAX_DAYS_AHEAD = 2 * 366

const NextActionText = trimmedText(MAX_NEXT_ACTION_LENGTH)

/** What to do next with some leads, and when. Null means that nothing is planned. */
export const PlanNextActionInput = z.strictObject({
  ...LeadIdsInput.shape,
  next: z.nullable(
    z.strictObject({
      nextAction: NextActionText.check(z.minLength(1, 'Please enter what to do')),
      // Calls have no dates, so it is sent as text.
      nextActionAt: z.pipe(
        z.pipe(
          z.iso.datetime(),
          z.transform((text) => new Date(text)),
        ),
        z
          .date()
          .check(
            z.refine((at) => Math.abs(at.getTime() - Date.now()) < MAX_DAYS_AHEAD * DAY_MS, 'Please choose a time'),
          ),
      ),
    }),
  ),
})
export type PlanNextActionInput = z.infer<typeof PlanNextActionInput>
export type NextActionInput = NonNullable<PlanNextActionInput['next']>

/** The same as a form has it, with the time on the agent's clock. */
export const NextActionFormValues = z.strictObject({
  nextAction: NextActionText.check(z.minLength(1, 'Please enter what to do')),
  wallTime: z
    .string()
    .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, 'Please choose a day and a time'), z.maxLength(30)),
})

const MORNING = '09:00'
const DAYS_PER_WEEK = 7

/** The usual times for a next action, on the agent's clock. */
export function nextActionTimes(timeZone: string, now = new Date()) {
  const today = todayIn(timeZone, now)
  const morningAfter = (days: number) => `${addDays(today, days)}T${MORNING}`
  // Sunday is 0.
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const daysToMonday = DAYS_PER_WEEK - ((weekday + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK)
  return [
    { label: 'Tomorrow 9:00', wallTime: morningAfter(1) },
    { label: 'In 3 days', wallTime: morningAfter(3) },
    { label: 'Next week', wallTime: morningAfter(daysToMonday) },
  ]
}

export const SetLeadsStatusInput = z.strictObject({ ...LeadIdsInput.shape, status: z.enum(leadStatuses) })
export type SetLeadsStatusInput = z.infer<typeof SetLeadsStatusInput>

export const AssignLeadsInput = z.strictObject({
  ...LeadIdsInput.shape,
  /** Null for the lead agent of each listing. */
  assigneeId: z.nullable(MemberId),
})
export type AssignLeadsInput = z.infer<typeof AssignLeadsInput>

interface AssignableLead {
  /** The lead agent of its listing. */
  userId: string
  coAgentIds: readonly string[]
}

/** Whether a member of the agency can look after a lead: someone who runs its listing, a manager or an owner. */
export const isAssignable = ({ id, role }: { id: string; role: Role }, { userId, coAgentIds }: AssignableLead) =>
  role !== 'assistant' && (may({ role }, 'seeWholeAgency') || id === userId || coAgentIds.includes(id))

const TemplateId = z.string().check(z.regex(/^tmpl_[0-9a-z]{1,40}$/, 'Not the id of a template'))
export const TemplateIdInput = z.strictObject({ id: TemplateId })

export const MAX_TEMPLATES = 20
const MAX_TEMPLATE_NAME_LENGTH = 60
const MAX_SUBJECT_LENGTH = 200
/** Longer ones are cut off by some email programs, which get the text in a link. */
export const MAX_TEMPLATE_LENGTH = 1_500

/** Not a line break, which would add a header to the email. */
const oneLine = z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Please enter one line of plain text')

export const TemplateFields = z.strictObject({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Please enter a name'), maxCharacters(MAX_TEMPLATE_NAME_LENGTH), oneLine),
  subject: z.string().check(z.trim(), maxCharacters(MAX_SUBJECT_LENGTH), oneLine),
  body: z.string().check(z.trim(), z.minLength(1, 'Please enter the text'), maxCharacters(MAX_TEMPLATE_LENGTH)),
})
export type TemplateFields = z.infer<typeof TemplateFields>

/** Without an id it is a new one. */
export const SaveTemplateInput = z.strictObject({
  id: z.optional(TemplateId),
  /** Everyone in the agency can use it. Only owners and managers can change it. */
  isShared: z.optional(z.boolean()),
  ...TemplateFields.shape,
})
export type SaveTemplateInput = z.infer<typeof SaveTemplateInput>
