import { markShape } from '#ui/markShape.ts'
import { drawBlock, fit } from './lines.ts'
import type { Poster } from './poster.media.ts'
import { colour, GAP, page } from './sheet.ts'
import type { Pdf, Typesetter } from './typesetter.media.ts'

type Agent = Pick<Poster, 'agentName' | 'agencyName' | 'phone'>

/** Whom to ask, and below it our sign. Answers where it begins. */
export function drawFoot(pdf: Pdf, type: Typesetter, agent: Agent) {
  const sign = 16
  const signTop = page.bottom - sign
  const ruleTop = signTop - GAP * 0.6
  drawSign(pdf, type, signTop, sign)
  pdf.rect(page.left, ruleTop, page.width, 0.75).fill(colour.line)
  return drawAgent(type, agent, ruleTop - GAP * 0.75)
}

function drawAgent(type: Typesetter, { agentName, agencyName, phone }: Agent, bottom: number) {
  const width = page.width * 0.58
  const name = fit(
    type,
    agentName,
    { weight: 600, colour: colour.text },
    {
      width,
      tries: [
        [17, 1],
        [14, 1],
        [12, 2],
      ],
    },
  )
  const below = { weight: 400, colour: colour.quiet } as const
  const agency = fit(type, agencyName, below, {
    width,
    tries: [
      [12.5, 1],
      [11, 1],
      [10, 2],
    ],
  })
  const call = { weight: 600, colour: colour.teal } as const
  const number = fit(type, phone, call, {
    width: page.width * 0.38,
    tries: [
      [24, 1],
      [20, 1],
      [16, 1],
      [12, 2],
    ],
  })
  const between = name.height && agency.height && GAP * 0.4
  const height = Math.max(name.height + between + agency.height, number.height)
  const top = bottom - height
  drawBlock(type, name, page.left, top + (height - name.height - between - agency.height) / 2)
  drawBlock(type, agency, page.left, bottom - agency.height)
  drawBlock(type, number, page.left, top + (height - number.height) / 2, page.width, 1)
  return top
}

function drawSign(pdf: Pdf, type: Typesetter, top: number, size: number) {
  const { size: unit, radius, colour: teal, house, lines, stroke } = markShape
  pdf
    .save()
    .translate(page.left, top)
    .scale(size / unit)
  pdf.roundedRect(0, 0, unit, unit, radius).fill(teal)
  pdf.path(house).fill(colour.white)
  pdf.path(lines).lineWidth(stroke).lineCap('round').stroke(teal)
  pdf.restore()
  type.draw('Property Files', page.left + size + 7, top + size * 0.72, {
    size: 10.5,
    weight: 600,
    colour: colour.quiet,
  })
}
