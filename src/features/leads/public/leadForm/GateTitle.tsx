import { gateButtonLabel, useGate } from '../gate/useGate.ts'

/** Why the form asks: for the document that was tapped, or for all of them. */
export function GateTitle() {
  const { listing, wanted } = useGate()
  if (!wanted) return gateButtonLabel(listing.documents.length)
  return (
    <>
      To open “<bdi>{wanted.name}</bdi>”, leave your details once
    </>
  )
}
