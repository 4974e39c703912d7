/* Generated from messages/account-mails.en.arb by packages/messages. Do not edit. */
export const accountMailsEn = (harbour: string) => ({
  reset: {
    subject: `Set a new password for ${harbour}`,
    asked: (day: string, clock: string, email: string) => `On ${day} at ${clock} somebody asked for a link to set a new password for the ${harbour} account ${email}.`,
    open: "If that was you, open this link within 30 minutes. It works once:",
    newest: "Only the newest link works. If you ask for another one, this one stops working.",
    notYou: "If it was not you, do nothing: your password stays as it is, and whoever asked was not told whether this account exists.",
  },
  changed: {
    subject: `Your ${harbour} password was changed`,
    changed: (day: string, clock: string, email: string) => `On ${day} at ${clock} the password of the ${harbour} account ${email} was changed, with a link that was sent to this address.`,
    signedOut: "Everybody who was signed in to this account was signed out, in every browser.",
    stays: "Apps that you let in still have access, and so have scripts of your own. Look at them, and remove what you don’t know:",
    notYou: `If it was not you, somebody else can read your email. Secure your mailbox first, then tell whoever looks after ${harbour} for you, and set a new password:`,
  },
  codesOn: {
    subject: `Codes are on for your ${harbour} account`,
    body: (day: string, clock: string, email: string) => `On ${day} at ${clock} codes from an app were turned on for the ${harbour} account ${email}. From now on signing in asks for one after the password.`,
    notYou: `If it was not you, somebody else knows your password. Tell whoever looks after ${harbour} for you at once.`,
  },
  codesOff: {
    subject: `Codes are off for your ${harbour} account`,
    body: (day: string, clock: string, email: string) => `On ${day} at ${clock} codes from an app were turned off for the ${harbour} account ${email}. The password alone signs in now.`,
    notYou: `If neither you nor whoever looks after ${harbour} for you did it, tell them at once, and set a new password:`,
  },
  codesRenewed: {
    subject: `New recovery codes for your ${harbour} account`,
    body: (day: string, clock: string, email: string) => `On ${day} at ${clock} new recovery codes were made for the ${harbour} account ${email}. The earlier codes no longer work.`,
    notYou: `If it was not you, somebody else knows your password and has had one of your codes. Tell whoever looks after ${harbour} for you at once, and set a new password:`,
  },
  newBrowser: {
    subject: `New sign-in to your ${harbour} account`,
    body: (day: string, clock: string, email: string) => `On ${day} at ${clock} somebody signed in to the ${harbour} account ${email} in a browser that was not used for it before.`,
    browser: (browser: string) => `Browser: ${browser}`,
    unknown: "unknown",
    address: (begin: string) => `Internet address: begins with ${begin}`,
    you: "If that was you, there is nothing to do.",
    notYou: "If it was not you, somebody else knows how you sign in. Change your password at once, which signs everybody out:",
  },
  tokenMade: {
    subject: `A personal token was made for your ${harbour} account`,
    body: (day: string, clock: string, email: string) => `On ${day} at ${clock} a personal token was made for the ${harbour} account ${email}. With it a script can reach your businesses without your password.`,
    look: "See what it may do, and how to end it:",
    notYou: "If it was not you, somebody else knows your password. End the token, and set a new password:",
  },
  passkeyAdded: {
    subject: `A passkey was added to your ${harbour} account`,
    body: (day: string, clock: string, email: string) => `On ${day} at ${clock} a passkey was added to the ${harbour} account ${email}. It signs in without the password.`,
    notYou: "If it was not you, remove the passkey and change your password at once:",
  },
  passkeyRemoved: {
    subject: `A passkey was removed from your ${harbour} account`,
    body: (day: string, clock: string, email: string) => `On ${day} at ${clock} a passkey was removed from the ${harbour} account ${email}. It does not sign in any more.`,
    notYou: "If it was not you, change your password at once, and check which passkeys can sign in:",
  },
})
