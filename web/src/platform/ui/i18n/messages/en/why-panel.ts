import type { Message } from '../../translate.ts'

/** Messages of the panel "Why?". Loaded separately, because few users open it. */
export const words = {
  'why.asleep': 'The screens are dark outside of the display’s opening hours. They are on again {time}.',
  'why.title': 'Why?',
  'why.full.broken': {
    one: '{few} of {count} screen reports that it cannot show this.',
    other: '{few} of {count} screens report that they cannot show this.',
  },
  'why.full.no-room': {
    one: '{few} of {count} screen has no space for all files. Without a network it may not show this one.',
    other: '{few} of {count} screens have no space for all files. Without a network they may not show this one.',
  },
  'why.fact.schedule': 'Schedule',
  'why.fact.next': 'On again',
  'why.fact.fault': '{name} ({fault})',
  'why.fault.missing': 'the file is missing',
  'why.fault.unreachable': 'its address does not answer',
  'why.fault.unshowable': 'the screen cannot play it',
  'why.mend.schedule': 'Change its schedule',
  'why.mend.schedule-of': 'Change the schedule of “{title}”',
  'why.mend.show': 'Show it',
  'why.mend.address': 'Change the address',
  'why.mend.screens': 'Look at the screens',
  'why.mend.loop': 'How much of the loop do people see?',
  'why.mend.go-to': 'Go to “{title}”',
} as const satisfies Record<string, Message>
