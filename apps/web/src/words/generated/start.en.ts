/* Generated from messages/start.en.arb by packages/messages. Do not edit. */
export const startEn = {
  lede: (provider: string) => `Connect ${provider} to see cash, who owes you, and profit by month.`,
  ledeWithout: (provider: string) => `Connect ${provider} to see who owes you, what is coming, and what came in.`,
  before: (provider: string) => `${provider} opens, you choose the business, and you come straight back.`,
  ledeAlone: (provider: string) => `You sign in at ${provider}, and decide there what Counterfoil may do.`,
  beforeAlone: (provider: string) => `${provider} opens, you sign in and answer there, and you come straight back.`,
  sees: "What Counterfoil sees",
  connect: (provider: string) => `Connect ${provider}`,
  may: "What Counterfoil may do",
  cant: {
    term: "What it can’t do",
    detail: "Move money, change your books, or see your password.",
  },
  stop: {
    term: "How to stop",
    detail: (provider: string, days: number) => `Disconnect any time, here or in ${provider}. A connection that isn’t used for ${days === 1 ? `${days} day` : `${days} days`} is disconnected by itself.`,
  },
  plan: (provider: string) => `${provider} connects apps only for businesses whose active plan includes it.`,
  connectedBefore: "Used Counterfoil before?",
  welcome: {
    lede: (business: string) => `Sign in to see **${business}**.`,
    ledeAny: "Sign in to see your businesses.",
    note: (provider: string) => `${provider} confirms who you are. Until then, no figures are shown here.`,
    other: "Not you?",
    forget: "Forget this device",
    forgetNote: "This removes the name from this device only. What is connected stays connected.",
  },
  half: {
    title: "Connecting isn’t finished",
    body: (time: string, provider: string) => `You started at ${time} and haven’t come back from ${provider} yet. Nothing was shared with Counterfoil.`,
    dismiss: "Dismiss",
  },
  inApp: {
    title: "This page is open inside another app",
    body: "Signing in often fails here. Open it in Safari or Chrome instead.",
    copy: "Copy link",
    open: (browser: string) => `Open in ${browser}`,
  },
  cookies: {
    title: "Your browser is blocking a cookie",
    body: "Counterfoil needs one cookie to finish connecting. Your browser is blocking it for this site.",
    how: "Allow cookies for this address in your browser’s privacy settings, then press Connect again.",
  },
  notConnected: {
    body: "The account you’re signed in with hasn’t connected it. Connect it, and this link opens it.",
    connect: "Connect this business",
  },
}
