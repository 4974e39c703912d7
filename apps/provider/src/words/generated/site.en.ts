/* Generated from messages/site.en.arb by packages/messages. Do not edit. */
import { html } from '#html/html.ts'

export const siteEn = (harbour: string) => ({
  home: {
    title: `${harbour}`,
    lede: `${harbour} keeps the books of small businesses: invoices, customers, accounts.`,
    hello: (name: string) => `Hello, ${name}`,
    yours: "Your businesses",
    none: "This account has no business yet.",
    apps: "See which apps may see your businesses, and stop them.",
    plans: "See each business’s plan, and renew it.",
    developers: "Register an app, set where it may send people back to, and read its log.",
    signIn: "Sign in",
  },
  help: {
    title: "Help",
    sections: {
      meaning: {
        title: "What does it mean to let an app in?",
        body: "The app can do only the things that the page listed, for the business you chose. It never learns your password, and it cannot move money.",
      },
      stopping: {
        title: "How do I stop an app?",
        body: "Open Connected apps, choose the app, and press Remove access. It stops at once.",
      },
      choosing: {
        title: "Why can’t I choose a business?",
        body: "Connected apps need an active Pro or Advisor plan, and you must be an owner or admin of the business. The page says which of these is missing, and Plans is where you change it.",
      },
      signedOut: {
        title: "I signed out. Is the app disconnected?",
        body: "No. Signing out and removing an app’s access are separate.",
      },
      report: {
        title: "How do I report an app?",
        body: `Remove its access first: it stops at once. Then tell whoever looks after ${harbour} for you the app’s name and the receipt’s reference; both are on its page in Connected apps.`,
      },
      reference: {
        title: "A page gave me a reference",
        body: "Give it to the person who helps you. It leads to the line in our log that says what happened, and to nothing private.",
      },
    },
  },
  privacy: {
    title: "Privacy",
    sections: {
      shared: {
        title: "What an app gets",
        body: "Only what you allowed, only while you allow it, and only for businesses with an active plan. Never your password.",
      },
      kept: {
        title: "What we keep about it",
        body: "What you allowed, when, from which kind of browser, and how often the app read on each day. You can see all of it in Connected apps. For a month we also know in which quarter of an hour it read, so that the days you see are your own.",
      },
      cookies: {
        title: "Cookies",
        body: "One keeps you signed in, one knows this browser so that a stranger cannot lock you out, and one keeps your language. While you set a forgotten password, one more holds your link; while you are asked for a code, one knows that your password was right. None follows you anywhere. With the first we keep the time zone your browser is in, so that clock times and days are yours.",
      },
    },
  },
  plans: {
    title: "Plans",
    lede: "Connected apps need an active Pro or Advisor plan.",
    demo: "This is a demonstration: renewing takes one press and costs nothing.",
    forApp: (app: string) => html`You came here from <b>${app}</b>. Its request is kept; we’ll take you straight back.`,
    active: (plan: string, day: string | null | undefined) => day == null ? `${plan} plan, active` : `${plan} plan, active until ${day}`,
    renewed: (business: string) => html`<b>${business}</b> has an active plan now.`,
    button: {
      plan_ended: "Renew",
      trial_over: "Choose Pro",
      payment_failed: "Update card",
      plan_too_small: "Upgrade to Pro",
    },
    buttonFor: (business: string) => ` for ${business}`,
    ownerOnly: "Only an owner or admin can change this plan.",
    archived: "This business is archived.",
    none: "This account has no business yet.",
    create: "Create a business",
    name: "Name of the business",
    nameMissing: "Enter a name for the business",
    nameTooLong: "Enter a name of at most 100 letters, digits and signs",
    createButton: "Create business",
    created: (business: string) => html`<b>${business}</b> is ready, on an active Pro plan.`,
    backToRequest: (app: string) => `Back to ${app}’s request`,
  },
  details: {
    title: "Payment details",
    howToPay: "How customers pay you",
    hint: {
      paymentDetails: "Printed on your invoices and written in their emails, for example your bank account.",
      taxNumber: "Printed below your address.",
    },
    taxNumber: "Tax number",
    save: "Save",
    saved: "Saved. New invoices and emails show it.",
    fault: {
      too_long: "This is too long.",
      link: "Leave out web addresses. Emails link only to the invoice.",
      unreadable: "This contains characters that can’t be printed.",
    },
  },
})
