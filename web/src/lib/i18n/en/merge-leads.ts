export const mergeLeads = {
  title: 'Merge leads',
  why: 'The lead you keep gets all dates, contacts, comments and history. The others are archived. You can undo this for a day.',
  kept: 'Lead to keep',
  keep: 'Keep',
  submit: 'Merge {count, number} leads',
  whyNot: {
    notOpen: 'Only open leads can be merged. One of these is closed, archived or merged already.',
    otherCustomers: 'These leads belong to different customers. Merge the customers first.',
  },
  merged: 'Merged {count, number} leads',
  mergedLine: 'Merged {count, number} leads of {name}',
  undone: 'The merge was undone',
  undoneBut: 'The merge was undone. Added since, and kept: {what}',
  since: {
    contacts: '{count, plural, one {# contact attempt} other {# contact attempts}}',
    comments: '{count, plural, one {# comment} other {# comments}}',
    enquiries: '{count, plural, one {# enquiry} other {# enquiries}}',
  },
  action: 'Merge',
  tooFew: 'Select 2 to {max, number} leads to merge them',
  otherOpen:
    '{count, plural, one {This customer has another open lead.} other {This customer has # other open leads.}}',
  byWhen: '{name} merged {count, plural, one {another lead} other {# other leads}} into this one, {moment}.',
  undo: 'Undo the merge',
  joined: 'Merged into this lead',
  landed: 'The lead you opened was merged into this one.',
};
