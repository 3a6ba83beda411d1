import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { privateLinkQuery } from '#features/leads/buyer.functions.ts'
import { invitationQuery } from '#features/leads/invitees/invitees.functions.ts'
import { InvitationPage } from '#features/leads/public/invitees/InvitationPage.tsx'
import {
  DeadLinkScreen,
  deadLinkReasons,
  deadLinks,
  PrivateLinkPage,
} from '#features/leads/public/privateLink/PrivateLinkPage.tsx'
import { ListingError } from '#features/listings/public/ListingError.tsx'
import { patternParam } from '#platform/input/searchParams.ts'
import { publicHead } from '#ui/layout/pageTitle.ts'

const MAX_KEY_LENGTH = 300
const MESSAGE_ID = /^mesg_[0-9a-z]{1,40}$/

interface OpenSearch {
  /** A buyer's private link. */
  key?: string
  /** The message from the agent in which the link was. */
  message?: string
  /** The link of someone whom a buyer invited. */
  invitation?: string
}

/** The page of an emailed link. Opening it changes nothing: email scanners follow links too. */
export const Route = createFileRoute('/_public/listings/$id_/open')({
  validateSearch: ({ key, message, invitation }: Record<string, unknown>): OpenSearch =>
    invitation === undefined
      ? { key: String(key ?? '').slice(0, MAX_KEY_LENGTH), message: patternParam(message, MESSAGE_ID) || undefined }
      : { invitation: String(invitation).slice(0, MAX_KEY_LENGTH) },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { key = '', invitation } }) => {
    const { listing, brand } =
      invitation === undefined
        ? await queryClient.ensureQueryData(privateLinkQuery(key))
        : await queryClient.ensureQueryData(invitationQuery(invitation))
    return { listing, brand }
  },
  head: ({ loaderData, match }) => {
    const { heading } = deadLinks[whyDead(match.error) ?? 'NotFoundError']
    const { meta } = publicHead(loaderData ? `Your documents for ${loaderData.listing.title}` : heading)
    // The server sets the referrer policy too, but not for client-side navigation.
    return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }, { name: 'robots', content: 'noindex' }] }
  },
  component: EmailedLink,
  errorComponent: PrivateLinkError,
})

/** Why a link opens nothing; undefined for an error that is none of its own. */
const whyDead = (error: unknown) =>
  error instanceof Error ? deadLinkReasons.find((reason) => reason === error.name) : undefined

function PrivateLinkError(props: ErrorComponentProps) {
  const { id } = Route.useParams()
  const reason = whyDead(props.error)
  return reason ? <DeadLinkScreen listing={id} reason={reason} /> : <ListingError {...props} />
}

function EmailedLink() {
  const { key = '', message, invitation } = Route.useSearch()
  return invitation === undefined ? (
    <PrivateLink linkKey={key} message={message} />
  ) : (
    <Invitation invitationKey={invitation} />
  )
}

function PrivateLink({ linkKey, message }: { linkKey: string; message?: string }) {
  const { data } = useSuspenseQuery(privateLinkQuery(linkKey))
  return <PrivateLinkPage linkKey={linkKey} message={message} link={data} />
}

function Invitation({ invitationKey }: { invitationKey: string }) {
  const { data } = useSuspenseQuery(invitationQuery(invitationKey))
  return <InvitationPage invitationKey={invitationKey} invitation={data} />
}
