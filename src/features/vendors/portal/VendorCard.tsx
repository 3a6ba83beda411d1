import { Button, Skeleton, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileDownload, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Pill } from '#ui/display/Pill.tsx'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { icon } from '#ui/theme/theme.ts'
import { vendorSettingsQuery } from '../vendorSettings.functions.ts'
import { MAX_VENDORS, type VendorSettings } from '../vendorSettings.schema.ts'
import { AddVendorDialog } from './AddVendorDialog.tsx'
import { NextEmail } from './NextEmail.tsx'
import classes from './VendorCard.module.css'
import { VendorPeople } from './VendorPeople.tsx'
import { WeeklyWords } from './WeeklyWords.tsx'

interface VendorCardProps {
  listingId: string
  /** The viewer's: when vendors looked. The weekly email has the lead agent's. */
  timeZone: string
}

/** The vendors of a listing: who sees the report, what the agent writes, and when the weekly email goes out. */
export function VendorCard({ listingId, timeZone }: VendorCardProps) {
  const { data: settings, isError, isFetching, refetch } = useQuery(vendorSettingsQuery(listingId))
  const [isAdding, { open, close }] = useDisclosure()
  const canAdd = settings && settings.people.filter(({ isRevoked }) => !isRevoked).length < MAX_VENDORS
  return (
    <section className={classes.card} aria-labelledby="vendor-report" id="vendor">
      <div className={classes.head}>
        <Title order={2} id="vendor-report" className={classes.heading}>
          Vendor report
        </Title>
        {settings?.isSetUp && <StatePill settings={settings} />}
      </div>
      <p className={classes.about}>
        A private page for your vendor with views, enquiries, what buyers read and what comes next, and a short email
        once a week. It never shows who the buyers are.
      </p>
      {!settings &&
        (isError ? (
          <SectionError what="the vendor report" busy={isFetching} onRetry={refetch} />
        ) : (
          <Skeleton h={120} />
        ))}
      {settings && settings.people.length > 0 && (
        <VendorPeople listingId={listingId} people={settings.people} timeZone={timeZone} />
      )}
      {settings && (
        <div className={classes.actions}>
          {canAdd && (
            <Button variant="default" leftSection={<IconPlus {...icon} size={16} />} onClick={open}>
              {settings.people.length > 0 ? 'Add someone else' : 'Add your vendor'}
            </Button>
          )}
          {settings.isSetUp && (
            <Button
              component="a"
              href={`/portal/listings/${listingId}/vendor-report.pdf`}
              download
              variant="default"
              leftSection={<IconFileDownload {...icon} size={16} />}
            >
              Download PDF
            </Button>
          )}
        </div>
      )}
      {settings?.isSetUp && (
        <>
          <WeeklyWords listingId={listingId} words={settings.words} />
          <NextEmail listingId={listingId} settings={settings} />
        </>
      )}
      <AddVendorDialog listingId={listingId} opened={isAdding} onClose={close} />
    </section>
  )
}

function StatePill({ settings: { isOn, pausedFor } }: { settings: VendorSettings }) {
  if (!isOn) return <Pill tone="neutral">Weekly email off</Pill>
  if (pausedFor) return <Pill tone="attention">Weekly email paused</Pill>
  return <Pill tone="positive">Weekly email on</Pill>
}
