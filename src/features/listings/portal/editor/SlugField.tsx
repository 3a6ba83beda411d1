import { Anchor, Button, Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAppUrl } from '#platform/config/useAppUrl.ts'
import { icon } from '#ui/theme/theme.ts'
import { titleFromAddress } from '../../facts/address.ts'
import { isSlugFreeQuery, type OwnListing } from '../../listings.functions.ts'
import { MAX_SLUG_LENGTH, slugFromTitle } from '../../listings.schema.ts'
import { publicListingUrl } from '../../listingUrls.ts'
import classes from './SlugField.module.css'
import type { ListingForm } from './useListingForm.ts'

interface SlugFieldProps {
  form: ListingForm['form']
  listing?: OwnListing
}

/** The public link, and a way to change it. It is made from the title until the agent chooses another. */
export function SlugField({ form, listing }: SlugFieldProps) {
  const [isChanging, setChanging] = useState(false)
  const link = publicListingUrl(useAppUrl(), form.values.slug || slugFromTitle(shownTitle(form.values)))
  if (isChanging || form.valueField('slug').error) return <SlugInput form={form} listing={listing} />
  return (
    <p className={classes.link}>
      <span className={classes.label}>Link</span>
      <span>{link.replace(/^https?:\/\//, '')}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => setChanging(true)}>
        Change link
      </Button>
    </p>
  )
}

const shownTitle = (values: ListingForm['form']['values']) => values.title.trim() || titleFromAddress(values)

/** Whatever is typed becomes a link, a street address included. */
function SlugInput({ form, listing }: SlugFieldProps) {
  const appUrl = useAppUrl()
  const { error, ...field } = form.valueField('slug')
  const typed = field.value
  const slug = typed && slugFromTitle(typed)
  const title = shownTitle(form.values)
  const fromTitle = title && slugFromTitle(title)
  const check = useSlugCheck(slug, listing)
  return (
    <div className={classes.field}>
      <TextInput
        label="Link"
        {...field}
        autoFocus
        onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
        onBlur={() => field.onChange(slug)}
        error={error ?? (check === 'taken' ? 'Another listing uses this link' : undefined)}
        description={publicListingUrl(appUrl, slug || fromTitle || '…')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={MAX_SLUG_LENGTH}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={fromTitle || 'created-from-the-title'}
        rightSection={slug && <SlugIcon check={check} />}
      />
      {/* On the line of the label, so that nothing moves while the agent types. */}
      <div className={classes.beside}>
        <span role="status">{slug && slugHint(check, listing)}</span>
        {listing && check === 'own' && fromTitle && !slug.startsWith(fromTitle) && (
          <Anchor component="button" type="button" size="xs" onClick={() => field.onChange(fromTitle)}>
            Create from title
          </Anchor>
        )}
      </div>
    </div>
  )
}

function SlugIcon({ check }: { check: SlugCheck }) {
  if (check === 'checking') return <Loader size={16} role="status" aria-label="Checking" />
  if (check === 'free') return <IconCheck {...icon} className={classes.free} />
  return check === 'taken' ? <IconAlertTriangle {...icon} className={classes.taken} /> : null
}

function slugHint(check: SlugCheck, listing?: OwnListing) {
  if (check !== 'free') return ''
  return listing?.state === 'published' ? 'Available. The old link will keep working' : 'This link is available'
}

type SlugCheck = 'own' | 'checking' | 'free' | 'taken' | 'unknown'

/** Whether a listing can have this link, checked while it is typed. */
function useSlugCheck(slug: string, own?: { id: string; slug: string }): SlugCheck {
  const [settled] = useDebouncedValue(slug, 300)
  const isOwn = slug === (own?.slug ?? '')
  const enabled = !isOwn && settled === slug
  const { data, isError } = useQuery({ ...isSlugFreeQuery(slug, own?.id), enabled })
  if (isOwn) return 'own'
  if (isError) return 'unknown'
  if (!enabled || data === undefined) return 'checking'
  return data ? 'free' : 'taken'
}
