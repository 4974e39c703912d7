/* Generated from messages/sign-in.en.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const signInEn = (harbour: string) => ({
  title: `Sign in to ${harbour}`,
  toContinue: (app: string, host: string) => html`to continue to <b>${app}</b> (${host})`,
  email: "Email",
  password: "Password",
  show: "Show",
  hide: "Hide",
  button: "Sign in",
  passwordAgain: (email: string) => html`Signed out. Enter the password for <b>${email}</b>.`,
  enterEmail: "Enter your email address",
  enterPassword: "Enter your password",
  noMatch: "The email address or password doesn’t match our records.",
  tooMany: {
    title: "Too many attempts",
    body: (clock: HtmlValue) => html`Too many attempts. You can try again at ${clock}.`,
    safe: "Your password has not changed. The request that brought you here is kept.",
    mailed: "Is the account yours? Ask for a link by email and open it in this browser: your password will work here right away.",
    again: "Back to sign in",
  },
  which: "Which account?",
  businesses: (count: number) => count === 0 ? "No businesses" : count === 1 ? `${count} business` : `${count} businesses`,
  signedOutAccount: "Signed out – enter password",
  another: "Use another account",
  signOut: {
    title: `Sign out of ${harbour}?`,
    separate: "Apps you connected stay connected; that’s separate.",
    all: "Sign everyone out",
    stay: "Stay signed in",
  },
  signedOut: {
    title: `You’re signed out of ${harbour}.`,
    body: (app: string | null | undefined) => `${app == null ? "An app you connected" : `${app}`} may still be connected; that’s separate.`,
  },
  confirm: {
    title: "Enter your password to continue.",
    body: (email: string) => html`Signed in as <b>${email}</b>.`,
    button: "Continue",
    wrong: "That password isn’t right.",
    keep: "Go back",
  },
})
