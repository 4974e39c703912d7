/* Generated from messages/connection-page.en.arb by packages/messages. Do not edit. */
export const connectionPageEn = {
  ends: {
    by: "Connect again by",
  },
  checkUp: {
    title: "Check-up",
    body: (provider: string) => `Four live checks: your sign-in, the permission, the plan, and what ${provider} says of this business.`,
    run: "Run the check-up",
    running: "Checking…",
    done: "Check-up finished.",
    row: {
      sign_in: {
        ok: "You’re signed in",
        failed: "You’re not signed in",
        unknown: "Sign-in not checked",
      },
      permission: {
        ok: "Counterfoil may read",
        failed: "Counterfoil may not read any more",
        unknown: "Permission not checked",
      },
      plan: {
        ok: "The plan is active",
        failed: "The plan has ended",
        unknown: "Plan not checked",
      },
    },
    data: {
      ok: (provider: string, seconds: string) => `${provider} answered in ${seconds}`,
      failed: (provider: string) => `${provider} can’t find this business`,
      unknown: (provider: string) => `${provider} said nothing about this business`,
    },
    advice: {
      fine: "Everything works. If a figure looks old, open the page again.",
      reconnect: "One thing to do: reconnect.",
      plan: (provider: string) => `One thing to do: look at the plan in ${provider}.`,
      wait: "Nothing to do now. Counterfoil tries again when you open a page.",
    },
    outcome: {
      ok: "Fine",
      failed: "Problem",
      unknown: "Not known",
    },
    copy: "Copy for support",
  },
  days: {
    title: (days: number) => `Last ${days} days`,
    readToday: "Counterfoil read today.",
    noneToday: "Nothing was read yet today.",
    read: ({ count, shown }: { readonly count: number; readonly shown: number }) => `Counterfoil read on ${count} of the last ${shown} days.`,
    none: (shown: number) => `Counterfoil has read nothing in the last ${shown} days.`,
    readSince: ({ count, shown }: { readonly count: number; readonly shown: number }) => `Counterfoil read on ${count} of the ${shown} days since it was connected.`,
    noneSince: (shown: number) => `Counterfoil has read nothing in the ${shown} days since it was connected.`,
    failed: (count: number, date: string) => count === 1 ? `On ${date} it tried and got nothing.` : `On ${count} days it tried and got nothing, last on ${date}.`,
    key: "One square a day: empty is quiet, filled is read, striped is failed.",
    utc: "A day begins at midnight UTC.",
    day: ({ date, outcome }: { readonly date: string; readonly outcome: string }) => `${date}: ${outcome}`,
    outcome: {
      read: "read",
      failed: "failed",
      quiet: "quiet",
    },
    today: "Today",
  },
  connect: (provider: string) => `Connect ${provider}`,
  may: {
    now: "What Counterfoil may do",
    before: "What Counterfoil was allowed to do",
  },
}
