/* Generated from messages/password-reset.en.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const passwordResetEn = (harbour: string) => ({
  forgot: {
    link: "Forgot your password?",
    title: "Get a link to set a new password",
    body: `Enter the email address you sign in to ${harbour} with.`,
    button: "Send the link",
    back: "Back to sign in",
  },
  noMail: {
    title: "Someone has to set a new password for you",
    body: `${harbour} can’t send you a link by email. Ask the person who looks after it for you to set a new password.`,
  },
  sent: {
    title: "Check your email",
    body: (email: string) => html`If <b>${email}</b> is the address of a ${harbour} account, we’re sending a link to it now.`,
    works: "The link works once, for 30 minutes. If you ask for another one, this one stops working. Your password stays the same until you use the link.",
    nothing: "Nothing there after a few minutes? Check your spam folder, and the address above.",
    again: "Use another address",
  },
  tooMany: {
    title: "Too many links",
    body: (clock: HtmlValue) => html`You can ask for another link at ${clock}.`,
    newest: "If a link was sent before, the newest one works for 30 minutes.",
  },
  set: {
    title: "Set a new password",
    forAccount: (email: string) => html`For the account <b>${email}</b>.`,
    label: "New password",
    hint: "At least 8 characters.",
    ends: "You’ll be signed out everywhere. Apps you let in keep their access.",
    tokens: (count: number) => `Also end the access of ${count === 1 ? "my script" : `my ${count} scripts`}. Access ends at once.`,
    button: "Set password",
    known: "If you still know your password, you can sign in with it here.",
    fault: {
      blank: "Enter a new password",
      too_short: "Enter at least 8 characters",
      too_long: "Enter at most 1024 characters",
      common: "Choose a less common password",
      like_address: "Choose a password that is less like your email address",
    },
    change: "Change password",
    keep: "Keep my password",
  },
  dead: {
    title: "This link doesn’t work any more",
    body: "A link to set a password works once, for 30 minutes, in a browser that accepts cookies. It stops working earlier if you ask for another one or change the password.",
    again: "Ask for a new link",
  },
  done: {
    title: "Your new password is set",
    body: (email: string) => html`<b>${email}</b> is signed out in every browser. Sign in with the new password.`,
    nothing: "Nothing else has access to this account.",
    left: "What still has access",
    leftBody: "None of this needs your password. If somebody else may have known it, check each date, and end what you don’t recognize. You’ll be asked to sign in first.",
    application: "Registered by this account",
    secret: (app: string, hint: string) => `Secret of ${app}, ends in ${hint}`,
    link: (business: string) => `Link to a document of ${business}, mailed or made in your name`,
    change: "Check it",
  },
})
