/* Generated from messages/result.en.arb by packages/messages. Do not edit. */
export const resultEn = {
  seeOverview: "See overview",
  goOn: "Continue",
  notNow: "Not now",
  back: "Go back",
  connected: {
    title: (business: string) => `Connected to ${business}`,
    body: (provider: string) => `Check that it is the one you meant. This is what ${provider} says about it.`,
    receipt: (count: number, things: string, date: string, reference: string) => `Allowed on ${date}, ${count === 1 ? `${count} thing` : `${count} things`}: ${things}. Reference ${reference}.`,
    save: "Save a copy",
    switch: "Not this one? Switch",
  },
  connected_less: {
    body: (business: string, things: string) => `${business} is connected. You didn’t allow ${things}.`,
  },
  still_connected: {
    title: (business: string) => `Still connected to ${business}`,
    body: "Nothing changed. Access was renewed.",
  },
  switched: {
    title: (business: string) => `Switched to ${business}`,
    confirmed: (business: string, provider: string) => `Counterfoil no longer reads **${business}**, and ${provider} has confirmed it. Check that this is the one you meant.`,
    confirming: (business: string, provider: string) => `Counterfoil no longer reads **${business}**. ${provider} hasn’t confirmed yet; we keep asking. Check that this is the one you meant.`,
  },
  declined: {
    title: "You didn’t connect",
    titleStill: "Nothing changed",
    titleMore: "Still off",
    titleSignIn: "You didn’t sign in",
    body: "Nothing was shared with Counterfoil.",
    bodySignIn: "What is connected stays connected.",
    bodyMore: "Nothing else changed.",
    bodyStill: (business: string) => `${business} stays as it was.`,
  },
  no_business: {
    title: "No business to connect yet",
    body: (provider: string) => `${provider} told us that none of your businesses can be connected. You can see why in ${provider}, change it there and come back.`,
    plans: (provider: string) => `See plans in ${provider}`,
    other: "Use another account",
  },
  expired: {
    title: "That took a little too long",
    body: (minutes: number) => `For safety, connecting has to finish within ${minutes} minutes. Nothing was shared.`,
  },
  mismatch: {
    title: "We stopped that to keep you safe",
    body: (provider: string) => `The answer from ${provider} didn’t match a request from this browser. This happens if you started in another browser or opened an old link. Nothing was shared.`,
    action: "Start again here",
  },
  other_business: {
    title: "You chose a different business",
    body: (expected: string, received: string) => `You were reconnecting **${expected}**, but picked **${received}**. Nothing has changed yet.`,
    keep: (expected: string) => `Keep ${expected}`,
    switch: (received: string) => `Connect ${received}`,
  },
  other_account: {
    title: (provider: string) => `You have another ${provider} account here`,
    body: (expected: string, received: string) => `You were signed in as **${expected}**, and came back as **${received}**. Nothing has changed yet.`,
    bodyUnknown: (business: string, received: string) => `This device knows **${business}** of another account. You came back as **${received}**. Nothing has changed yet.`,
    stay: (count: number, expected: string) => count === 1 ? `Whatever you choose, the one business of **${expected}** stays connected: sign in as ${expected} to see it.` : `Whatever you choose, the ${count} businesses of **${expected}** stay connected: sign in as ${expected} to see them.`,
    stop: (business: string) => `Counterfoil then stops seeing **${business}**.`,
    keep: (expected: string) => `Stay with ${expected}`,
    keepUnknown: "Not this account",
    switch: (received: string) => `Go on as ${received}`,
  },
  other_person: {
    title: (provider: string) => `That’s a different ${provider} account`,
    body: (business: string, expected: string, received: string) => `**${business}** was connected by **${expected}**. You signed in as **${received}**. If ${received} should look after it from now on, continue.`,
    keep: (expected: string) => `Use ${expected}`,
    switch: (received: string) => `Continue as ${received}`,
  },
  decided: {
    kept: (business: string) => `${business} is kept`,
    keptBody: "Nothing has changed. You can reconnect it now, and choose it again.",
    keptAccount: "The other account wasn’t used",
    keptAccountBody: (received: string) => `Nothing from ${received} was connected.`,
    closed: "This question has been answered already, or no longer waits. There is nothing more to do here.",
    switching: "Switching…",
  },
  plan_ended: {
    title: (business: string) => `${business}’s plan ended`,
    body: (provider: string) => `Connected apps need an active plan that includes them, so ${provider} didn’t connect it. Nothing was shared with Counterfoil.`,
    bodyStill: "Connected apps need an active plan that includes them, so Counterfoil can’t read new figures. The connection is kept, and can be read again once the plan is active.",
  },
  provider_failed: {
    title: (provider: string) => `${provider} couldn’t finish that`,
    body: "It isn’t something you did. Nothing has changed here.",
    action: "Try again in a minute",
  },
  misconfigured: {
    body: "Connecting won’t work until we fix it. It isn’t something you did, and nothing has changed here. It is noted in our log.",
  },
  rate_limited: {
    title: "Too many attempts",
    body: (time: string) => `Nothing has changed. You can start again at ${time}.`,
    bodySoon: "Nothing has changed. You can start again in a few minutes.",
  },
  again: {
    title: "It ended the same way twice",
    body: (provider: string) => `Trying once more is unlikely to help. Check in ${provider} that the business and its plan are there, or wait a little and come back.`,
    link: (provider: string) => `Open ${provider}`,
  },
}
