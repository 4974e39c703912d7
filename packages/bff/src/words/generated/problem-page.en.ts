/* Generated from messages/problem-page.en.arb by packages/messages. Do not edit. */
export const problemPageEn = {
  home: (app: string) => `Go to ${app}`,
  contact: "Contact us",
  reference: "Reference",
  other: {
    title: "Sorry, there is a problem",
    meaning: "It isn’t something you did. Your figures are not affected.",
    advice: "Go back and try again. If it happens again, tell us the reference.",
  },
  words: {
    "store-unavailable": {
      title: (app: string) => `${app} isn’t available right now`,
      meaning: "It isn’t something you did. If you pressed something, it may not have been done.",
      advice: "Wait a moment, then load this page again.",
    },
    "rate-limited": {
      title: "That was a lot at once",
      meaning: "Nothing was changed.",
      advice: "Wait a minute, then load this page again.",
    },
    "csrf-token-mismatch": {
      title: "This page was open for too long, or cookies are blocked",
      meaning: "Nothing was changed.",
      advice: (app: string) => `${app} needs one cookie to go on. Allow cookies for this site, then start again.`,
    },
    "cross-site-request": {
      title: "Something else tried to start this",
      meaning: "We stopped it, and nothing was changed.",
      advice: (app: string) => `Open ${app} and start from there.`,
    },
    "session-ended": {
      title: "You have been signed out",
      meaning: "What is connected stays connected.",
      advice: (app: string) => `Open ${app} and sign in again.`,
    },
    "not-found": {
      title: "We can’t find that page",
      meaning: "The address may be wrong, or the page is gone.",
      advice: (app: string) => `Open ${app} and go on from there.`,
    },
  },
}
