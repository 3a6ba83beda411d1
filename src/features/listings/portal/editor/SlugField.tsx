import { Anchor, Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAppUrl } from '#platform/config/useAppUrl.ts'
import { icon } from '#ui/theme/theme.ts'
import { publicListingUrl } from '../../listingLinks.ts'
import { isSlugFreeQuery, type OwnListing } from '../../listings.functions.ts'
import { MAX_SLUG_LENGTH, Slug, slugFromTitle } from '../../listings.schema.ts'
import classes from './SlugField.module.css'
import type { ListingForm } from './useListingForm.ts'

/** The last part of the public link: made from the title until the agent types another. */
export function SlugField({ form, listing }: { form: ListingForm['form']; listing?: OwnListing }) {
  const appUrl = useAppUrl()
  const [isTyping, setTyping] = useState(false)
  const { title, slug: typed } = form.values
  const fromTitle = title.trim() ? slugFromTitle(title) : ''
  // We may have added a number at the end.
  const isFromTitle = fromTitle.startsWith(typed.replace(/-\d+$/, ''))
  const isMade = !listing && !typed && !isTyping
  const slug = isMade ? fromTitle : typed
  const check = useSlugCheck(slug, listing)
  const { error, ...field } = form.valueField('slug')
  const write = (text: string) => {
    setTyping(true)
    field.onChange(text.toLowerCase().replace(/[\s_]+/g, '-'))
  }
  return (
    <div className={classes.field}>
      <TextInput
        label="Link"
        {...field}
        value={slug}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={() => setTyping(false)}
        error={error ?? (slug && slugError(check, slug, isMade))}
        description={publicListingUrl(appUrl, slug || '…')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={MAX_SLUG_LENGTH}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="created-from-the-title"
        rightSection={slug && <SlugIcon check={check} isMade={isMade} />}
      />
      {/* On the line of the label, so that nothing moves while the agent types. */}
      <div className={classes.beside}>
        <span role="status">{slug && slugHint(check, isMade, listing)}</span>
        {listing && check === 'own' && fromTitle && !isFromTitle && (
          <Anchor component="button" type="button" size="xs" onClick={() => write(fromTitle)}>
            Create from title
          </Anchor>
        )}
      </div>
    </div>
  )
}

function SlugIcon({ check, isMade }: { check: SlugCheck; isMade: boolean }) {
  if (check === 'checking') return <Loader size={16} role="status" aria-label="Checking" />
  if (check === 'free') return <IconCheck {...icon} className={classes.free} />
  return (check === 'taken' && !isMade) || check === 'wrong' ? (
    <IconAlertTriangle {...icon} className={classes.taken} />
  ) : null
}

/** A link made from the title gets a number if it is taken; one that was typed is refused. */
function slugError(check: SlugCheck, slug: string, isMade: boolean) {
  if (check === 'wrong') return Slug.safeParse(slug).error?.issues[0]?.message
  return check === 'taken' && !isMade ? 'Another listing uses this link' : undefined
}

function slugHint(check: SlugCheck, isMade: boolean, listing?: OwnListing) {
  if (check === 'taken' && isMade) return 'Already in use, so we’ll add a number'
  if (check !== 'free') return ''
  return listing?.state === 'published' ? 'Available. The old link will keep working' : 'This link is available'
}

type SlugCheck = 'own' | 'wrong' | 'checking' | 'free' | 'taken' | 'unknown'

/** Whether a listing can have this link, checked while it is typed. */
function useSlugCheck(slug: string, own?: { id: string; slug: string }): SlugCheck {
  const [settled] = useDebouncedValue(slug, 300)
  const isOwn = slug === own?.slug
  const isWrong = !Slug.safeParse(slug).success
  const enabled = !isOwn && !isWrong && settled === slug
  const { data, isError } = useQuery({ ...isSlugFreeQuery(slug, own?.id), enabled })
  if (isOwn) return 'own'
  if (isWrong) return 'wrong'
  if (isError) return 'unknown'
  if (!enabled || data === undefined) return 'checking'
  return data ? 'free' : 'taken'
}
