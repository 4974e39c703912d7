/* Generated from messages/letter-card.en.arb by packages/messages. Do not edit. */
export const letterCardEn = {
  title: "Monday letter",
  what: "Cash, what you’re owed, profit, the next 14 days and what to do, by email on Monday at 7:00. Counterfoil reads the business for it while you’re away.",
  next: (provider: string, date: string, time: string) => `The next one goes to your email address at ${provider} on ${date} at ${time}.`,
  off: "It’s off.",
  waiting: "Looking whether it’s on…",
  unread: "No letter is sent while the connection can’t be read.",
  switchOn: "Send me the letter",
  switchOff: "Stop the letter",
  trouble: {
    connection: "The last one was not sent: the connection couldn’t be read that morning.",
    provider: (provider: string) => `The last one was not sent: ${provider} didn’t answer that morning.`,
    mail: "The last one was not sent: the mail server didn’t take it.",
    address: (provider: string) => `Your email address at ${provider} has changed or isn’t verified there, so no letter is sent. Switch it on for a verified one.`,
  },
  nextRead: (date: string) => `When you open a page, and for the letter on ${date}`,
}
