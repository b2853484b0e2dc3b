/** Keys of the texts about the order and about the next steps after the payment. */
export const PAYMENT_WORDS = {
  sending: { title: 'title', item: 'item', note: 'itemNote', success: 'successText' },
  inviting: {
    title: 'remote.title',
    item: 'remote.share',
    note: 'remote.shareNote',
    success: 'remote.successText',
  },
  invitingForBoth: {
    title: 'remote.title',
    item: 'remote.both',
    note: 'remote.bothNote',
    success: 'remote.successText',
  },
  share: {
    title: 'share.title',
    item: 'share.item',
    note: 'share.itemNote',
    success: 'share.successText',
  },
} as const;
