import { ActionIcon, Button, Checkbox, Group, TextInput, Title } from '@mantine/core'
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useNow } from '#ui/format/elapsedTime.ts'
import { fromWallTime, toWallTime } from '#ui/format/wallTime.ts'
import { TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { listingTimeZone } from '../../../facts/address.ts'
import {
  hasPrice,
  openHomeTime,
  saleDateNames,
  saleLine,
  saleMethodNames,
  saleStatusNames,
  zoneName,
} from '../../../facts/factTexts.ts'
import editor from '../ListingEditor.module.css'
import type { ListingFormValues } from '../listingFormValues.ts'
import type { ListingForm } from '../useListingForm.ts'
import { MomentFact, NumberFact, SelectFact, TextFact } from './FactFields.tsx'
import classes from './FactsCards.module.css'

interface SaleCardProps {
  /** Missing for a new one. */
  listingId?: string
  form: ListingForm['form']
  /** The agent's, for a property whose address does not say where it is. */
  timeZone: string
}

/** How the property is sold, for how much and when, and when it can be visited. */
export function SaleCard({ listingId, form, timeZone: agentsZone }: SaleCardProps) {
  const { saleMethod, price, priceText, saleAt, status, country, region } = form.values
  const timeZone = listingTimeZone({ country, region }, agentsZone)
  const dateName = saleMethod && saleDateNames[saleMethod]
  // Beside a date or a price there is room for halves, else the three are one row.
  const isRow = !dateName && !hasPrice(saleMethod)
  const shown = saleLine(
    { saleMethod, price, priceText, saleAt: saleAt ? new Date(saleAt) : null },
    { timeZone, country },
  )
  return (
    <section className={editor.card} aria-labelledby="sale">
      <Title order={2} id="sale" className={editor.heading}>
        Sale
      </Title>
      <div className={classes.grid}>
        <SelectFact
          label="Method of sale"
          className={isRow ? `${classes.third} ${classes.wideOnPhones}` : undefined}
          none="Not set"
          names={saleMethodNames}
          {...form.valueField('saleMethod')}
        />
        {dateName && (
          <MomentFact
            label={dateName}
            description={zoneName(timeZone)}
            timeZone={timeZone}
            {...form.valueField('saleAt')}
          />
        )}
        {hasPrice(saleMethod) && <NumberFact label="Price" prefix="$" {...form.valueField('price')} />}
        <TextFact
          label="Price shown as"
          className={isRow ? `${classes.third} ${classes.halfOnPhones}` : undefined}
          placeholder={saleLine({ saleMethod, price, priceText: null, saleAt: null }, { timeZone, country })}
          maxLength={80}
          {...form.valueField('priceText')}
        />
        <SelectFact
          label="Status"
          className={isRow ? `${classes.third} ${classes.halfOnPhones}` : undefined}
          names={saleStatusNames}
          {...form.valueField('status')}
          onChange={(chosen) => form.setValue('status', chosen ?? 'available')}
        />
        {status === 'sold' && (
          <>
            <TextFact label="Sold on" type="date" maxLength={10} {...form.valueField('soldOn')} />
            <NumberFact label="Sold for (optional)" prefix="$" {...form.valueField('soldPrice')} />
          </>
        )}
      </div>
      {shown && (
        <p className={classes.hint}>
          Buyers see: <strong>{shown}</strong>
        </p>
      )}
      {(status === 'sold' || status === 'withdrawn') && (
        <p className={classes.hint}>
          When you save, the public page says that the property is no longer available, and its documents close.
        </p>
      )}
      <OpenHomes listingId={listingId} form={form} timeZone={timeZone} />
    </section>
  )
}

type OpenHome = ListingFormValues['openHomes'][number]

function OpenHomes({ listingId, form, timeZone }: SaleCardProps) {
  const now = useNow()
  const [isAdding, setAdding] = useState(false)
  /** The one whose times are being changed. */
  const [editing, setEditing] = useState<OpenHome>()
  const { openHomes, isShownByAppointment, country } = form.values
  const error = form.valueField('openHomes').error
  const change = (to: OpenHome[]) =>
    form.setValue(
      'openHomes',
      to.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt)),
    )
  return (
    <>
      <Title order={3} className={classes.subheading}>
        Open homes
      </Title>
      {openHomes.length > 0 && (
        <ul className={classes.openHomes}>
          {openHomes.map((one) => {
            const times = { startsAt: new Date(one.startsAt), endsAt: new Date(one.endsAt) }
            const text = openHomeTime(times, { timeZone, country })
            if (one === editing)
              return (
                <li key={one.id ?? one.startsAt}>
                  <OpenHomeFields
                    timeZone={timeZone}
                    initial={one}
                    label="Change"
                    onDone={(changed) => {
                      change(openHomes.map((other) => (other === one ? { ...one, ...changed } : other)))
                      setEditing(undefined)
                    }}
                    onCancel={() => setEditing(undefined)}
                  />
                </li>
              )
            return (
              <li key={one.id ?? one.startsAt} className={classes.openHome} data-past={times.endsAt < now || undefined}>
                <span className={classes.when}>
                  {text}
                  {times.endsAt < now && ' (past)'}
                  {one.note && <span className={classes.note}>{one.note}</span>}
                </span>
                {one.id && listingId && (
                  <TextLink
                    to="/portal/listings/$id/open-homes/$openHomeId"
                    params={{ id: listingId, openHomeId: one.id }}
                    size="sm"
                  >
                    {times.startsAt < now ? 'Who came' : 'Visitors'}
                  </TextLink>
                )}
                {times.endsAt >= now && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    aria-label={`Change the open home on ${text}`}
                    onClick={() => setEditing(one)}
                  >
                    <IconPencil {...icon} />
                  </ActionIcon>
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={`Remove the open home on ${text}`}
                  onClick={() => change(openHomes.filter((other) => other !== one))}
                >
                  <IconX {...icon} />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      )}
      {error && <p className={classes.hint}>{error}</p>}
      {isAdding ? (
        <OpenHomeFields
          timeZone={timeZone}
          label="Add"
          onDone={(added) => {
            change([...openHomes, added])
            setAdding(false)
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <div className={classes.visits}>
          <Button variant="default" size="sm" leftSection={<IconPlus {...icon} />} onClick={() => setAdding(true)}>
            Add open home
          </Button>
          <Checkbox
            label="By appointment"
            checked={isShownByAppointment}
            onChange={({ currentTarget }) => form.setValue('isShownByAppointment', currentTarget.checked)}
          />
        </div>
      )}
    </>
  )
}

interface OpenHomeFieldsProps {
  timeZone: string
  /** Missing for a new one. */
  initial?: OpenHome
  /** Of the button. */
  label: string
  onDone: (openHome: OpenHome) => void
  onCancel: () => void
}

const USUAL_MINUTES = 30

/** Filled in as most open homes are: on one day, for half an hour. Enter takes it, Escape cancels. */
function OpenHomeFields({ timeZone, initial, label, onDone, onCancel }: OpenHomeFieldsProps) {
  const [values, setValues] = useState(() => startValues(initial, timeZone))
  const [error, setError] = useState('')
  const write = (name: keyof typeof values) => ({
    value: values[name],
    onKeyDown,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
      setError('')
      setValues((before) => ({
        ...before,
        [name]: value,
        ...(name === 'from' && isUsual(before) && { to: later(value) }),
      }))
    },
  })
  function add() {
    const startsAt = fromWallTime(`${values.day}T${values.from}`, timeZone)
    const endsAt = fromWallTime(`${values.day}T${values.to}`, timeZone)
    if (!startsAt || !endsAt) setError('Please enter a day, a start time and an end time')
    else if (endsAt <= startsAt) setError('An open home can’t end before it starts')
    else onDone({ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), note: values.note.trim() })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault()
      add()
    }
    if (event.key === 'Escape') onCancel()
  }
  return (
    <div className={classes.newOpenHome}>
      <TextInput label="Day" type="date" {...write('day')} error={error} autoFocus />
      <TextInput label="From" type="time" step={300} {...write('from')} />
      <TextInput label="To" type="time" step={300} {...write('to')} />
      <TextInput label="Note (optional)" placeholder="Parking on the street" maxLength={200} {...write('note')} />
      <Group gap="xs">
        <Button size="sm" variant="default" onClick={add}>
          {label}
        </Button>
        <Button size="sm" variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
        <span className={classes.hint}>{zoneName(timeZone)}</span>
      </Group>
    </div>
  )
}

function startValues(initial: OpenHome | undefined, timeZone: string) {
  if (!initial) return { day: '', from: '', to: '', note: '' }
  const [from, to] = [initial.startsAt, initial.endsAt].map((at) => toWallTime(new Date(at), timeZone))
  return { day: from?.slice(0, 10) ?? '', from: from?.slice(11) ?? '', to: to?.slice(11) ?? '', note: initial.note }
}

const isUsual = ({ from, to }: { from: string; to: string }) => to === '' || to === later(from)

/** "14:00" → "14:30". */
function later(time: string) {
  const moment = new Date(Date.parse(`2000-01-01T${time}Z`) + USUAL_MINUTES * 60_000)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(11, 16)
}
