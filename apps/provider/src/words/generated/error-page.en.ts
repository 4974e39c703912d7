/* Generated from messages/error-page.en.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const errorPageEn = (harbour: string) => ({
  backToApp: (app: string) => `Back to ${app}`,
  badLink: {
    title: `This link to ${harbour} isn’t right`,
    body: "The app that sent you here needs to fix it. Nothing was shared.",
  },
  expired: {
    title: "This request has expired",
    body: (app: string) => `Go back to ${app} and start again. Nothing was shared.`,
    someApp: "the app",
  },
  answered: {
    title: "You’ve already answered this",
    body: "Nothing more to do here.",
  },
  seeApps: "See connected apps",
  formTooOld: {
    title: "Something is missing",
    body: (host: string) => `Your browser didn’t send back what we need. Allow cookies for ${host} and press Try again.`,
    again: "Try again",
  },
  foreignForm: {
    title: "We stopped that to keep you safe",
    body: "That answer did not come from a page of ours. Nothing was changed or shared.",
  },
  tooMany: {
    title: "Too many attempts",
    body: (clock: HtmlValue) => html`This will work again at ${clock}. Nothing was changed or shared.`,
  },
  badRequest: {
    title: "We couldn’t read that",
    body: "What your browser sent was incomplete. Nothing was changed or shared. Go back and try again.",
  },
  notFound: {
    title: "Page not found",
    body: "Check the address, or start from one of these pages.",
  },
  linkEnded: {
    title: "This link no longer works",
    body: (business: string) => `Ask ${business} for a new link to see the document.`,
  },
  fault: {
    title: `Sorry, there is a problem with ${harbour}`,
    body: (app: string | null | undefined) => app == null ? "Try again later." : `Nothing was shared with ${app}. Try again later.`,
  },
  closed: {
    title: `Sorry, ${harbour} is closed for a moment`,
    body: "Nothing was shared. If you pressed something, it may not have been done. Try again in a few minutes.",
    plannedTitle: `Sorry, ${harbour} is closed`,
    until: (clock: HtmlValue, day: string) => html`Sorry, ${harbour} is closed until ${clock} on ${day}. Nothing was shared. If you pressed something, it may not have been done.`,
  },
  notAllowed: {
    title: "This account can’t be used",
    body: "Nothing was shared. Sign in with another account, or ask the person who looks after it.",
  },
  goingBack: {
    title: (app: string) => `Taking you back to ${app}`,
    link: (host: string) => `Continue to ${host}`,
    denied: "You didn’t allow access.",
  },
})
