/** Sixteen texts that all say the same as one answer to the bot check. */
export function sixteenEncodings(answer: string) {
  const { challenge, solution } = JSON.parse(atob(answer))
  const { parameters, signature } = challenge
  const reversed = Object.fromEntries(Object.entries(parameters).reverse())
  const contents = [
    { solution, challenge },
    { challenge: { signature, parameters }, solution },
    { challenge: { parameters: reversed, signature }, solution },
    { challenge, solution, added: true },
    { challenge: { ...challenge, added: true }, solution },
  ]
  const texts = contents.flatMap((content) => [btoa(JSON.stringify(content)), btoa(JSON.stringify(content, null, 1))])
  return [answer, `${answer}\n`, ` ${answer}`, answer.replace(/=*$/, ''), `${answer}=`, `${answer}*`, ...texts]
}
