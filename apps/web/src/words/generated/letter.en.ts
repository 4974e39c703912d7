/* Generated from messages/letter.en.arb by packages/messages. Do not edit. */
export const letterEn = {
  subject: (business: string) => `Monday letter: ${business}`,
  read: (provider: string, date: string, time: string) => `Read from ${provider} on ${date} at ${time}.`,
  open: "Open the overview",
  why: (provider: string) => `You switched this letter on in Counterfoil. It goes only to the email address that ${provider} has verified.`,
  stop: "Stop this letter",
}
