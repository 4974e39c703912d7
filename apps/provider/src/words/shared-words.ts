/** The page of an invoice, or of an estimate, for its customer. */
export function sharedEn() {
  return {
    download: 'Download PDF',
    print: 'Print',
    memberLooks: 'This is what your customer sees. You are signed in, so it does not count as viewed.',
    accept: 'Accept the estimate',
    reject: 'Reject it',
    accepted: 'This estimate is accepted.',
    rejected: 'This estimate is rejected.',
    expired: 'This estimate is no longer valid. Ask for a new one.',
  }
}

export function sharedFr(): ReturnType<typeof sharedEn> {
  return {
    download: 'Télécharger le PDF',
    print: 'Imprimer',
    memberLooks:
      'Voici ce que voit votre client. Vous êtes connecté, donc votre visite ne compte pas comme une consultation.',
    accept: 'Accepter le devis',
    reject: 'Le refuser',
    accepted: 'Ce devis est accepté.',
    rejected: 'Ce devis est refusé.',
    expired: 'Ce devis n’est plus valable. Demandez-en un nouveau.',
  }
}

/** What was sent in the name of a business. */
export function messagesEn() {
  return {
    title: 'Sent messages',
    lede: 'Invoices, estimates and receipts that went to your customers.',
    none: 'Nothing has been sent yet.',
    newest: (count: number) => `These are the newest ${count}.`,
    business: 'Business',
    to: 'To',
    copy: 'Copy to',
    answers: 'Answers go to',
    made: 'Made on',
    text: 'Message',
    fault: (code: string, tries: number) =>
      `${tries === 1 ? 'One try' : `${tries} tries`} did not get through (${code}).`,
    download: 'Download PDF',
    back: 'All messages',
    states: { SENT: 'Sent', WAITING: 'Waiting', FAILED: 'Not sent' },
  }
}

export function messagesFr(): ReturnType<typeof messagesEn> {
  return {
    title: 'Messages envoyés',
    lede: 'Les factures, devis et reçus partis chez vos clients.',
    none: 'Rien n’a encore été envoyé.',
    newest: (count) => `Voici les ${count} plus récents.`,
    business: 'Entreprise',
    to: 'À',
    copy: 'Copie à',
    answers: 'Les réponses vont à',
    made: 'Créé le',
    text: 'Message',
    fault: (code, tries) => `${tries === 1 ? 'Un essai n’a' : `${tries} essais n’ont`} pas abouti (${code}).`,
    download: 'Télécharger le PDF',
    back: 'Tous les messages',
    states: { SENT: 'Envoyé', WAITING: 'En attente', FAILED: 'Non envoyé' },
  }
}
