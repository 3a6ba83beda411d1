import {
  IconBolt,
  IconChartBar,
  IconDeviceMobile,
  IconFileUpload,
  IconHome,
  IconLock,
  IconMail,
  IconQrcode,
  IconShieldLock,
} from '@tabler/icons-react'
import { PageIntro } from './PageIntro.tsx'
import { Points } from './Points.tsx'
import { Section } from './Section.tsx'
import { TrialCall } from './TrialCall.tsx'

const filing = [
  {
    Icon: IconFileUpload,
    title: 'Upload everything at once',
    text: 'Documents and photos together, with progress for each. An interrupted upload carries on where it stopped.',
  },
  {
    Icon: IconHome,
    title: 'A page for every listing',
    text: 'Photos, description and the list of documents, ready to share. It stays a draft until you publish it.',
  },
  {
    Icon: IconQrcode,
    title: 'One link and a QR code',
    text: 'The same link goes into the ad, the e-mail and the sign. Replace a file and the link still works.',
  },
]

const leads = [
  {
    Icon: IconLock,
    title: 'Open list, gated documents',
    text: 'Everyone sees which documents there are. Opening one asks for name, e-mail, phone and a note, once.',
  },
  {
    Icon: IconMail,
    title: 'Straight to your inbox',
    text: 'Each lead comes by e-mail with the phone number first. Press reply, and you are writing to the buyer.',
  },
  {
    Icon: IconBolt,
    title: 'Know before you call',
    text: 'See which documents a buyer opened and when, so that the call starts with what matters to them.',
  },
]

const insight = [
  {
    Icon: IconChartBar,
    title: 'Numbers that agree',
    text: 'Views, visitors, opened files and leads, by day, city and device, for one listing or for all.',
  },
  {
    Icon: IconShieldLock,
    title: 'Private by design',
    text: 'Analytics without cookies and without stored IP addresses. Buyers are told who receives their details, and why.',
  },
  {
    Icon: IconDeviceMobile,
    title: 'Made for phones',
    text: 'Buyers read on small screens, agents work on large ones. Both work on both.',
  },
]

export function FeaturesPage() {
  return (
    <>
      <PageIntro title="From a folder of scans to a qualified lead">
        One place for the files of a property, one link to share them, and a lead for every buyer who reads them.
      </PageIntro>
      <Section title="Files and listings" tone="white">
        <Points points={filing} />
      </Section>
      <Section title="Leads">
        <Points points={leads} />
      </Section>
      <Section title="Insight" tone="white">
        <Points points={insight} />
      </Section>
      <TrialCall />
    </>
  )
}
