import type { Message } from '@placard/contract'

/** Messages of the panel "Why?". Loaded separately, because few users open it. */
export const words = {
  'why.asleep': 'The screens are dark outside of the display’s opening hours. They are on again {time}.',
  'why.title': 'Why?',
  'why.zone.open': 'Zone {number} of {display} is open.',
  'why.zone.open-until': 'Zone {number} of {display} is open until {moment}.',
  'why.zone.closed': 'Zone {number} of {display} is closed, because nothing in it is on.',
  'why.zone.closed-until': 'Zone {number} of {display} is closed until {moment}, because nothing in it is on before.',
  'why.zone.stays': 'Zone {number} of {display} shows your brand’s colour, because nothing in it is on.',
  'why.zone.stays-until':
    'Zone {number} of {display} shows your brand’s colour until {moment}, because nothing in it is on before.',
  'why.zone.unmet': 'The condition of zone {number} of {display} is not met, so nothing in it is on.',
  'why.zone.covered': '“{name}” covers zone {number} of {display}, until {moment} at most.',
  'why.zone.texts':
    'The texts of a playlist do not run in a zone, so zone {number} of {display} does not show this one.',
  'why.zone.poster': 'Zone {number} of {display} shows the poster of this film, because films play in zone {other}.',
  'why.zone.no-film':
    'Zone {number} of {display} leaves this film out, because films play in zone {other} and it has no poster.',
  'why.zone.main': 'The main zone is closed, because nothing in it is on. The other zones have its room.',
  'why.zone.main-until':
    'The main zone is closed until {moment}, because nothing in it is on before. The other zones have its room.',
  'why.full.broken': {
    one: '{few} of {count} screen reports that it cannot show this.',
    other: '{few} of {count} screens report that they cannot show this.',
  },
  'why.full.no-room': {
    one: '{few} of {count} screen has no space for all files. Without a network it may not show this one.',
    other: '{few} of {count} screens have no space for all files. Without a network they may not show this one.',
  },
  'why.fact.condition': 'Condition',
  'why.fact.schedule': 'Schedule',
  'why.fact.next': 'On again',
  'why.fact.fault': '{name} ({fault})',
  'why.fault.missing': 'the file is missing',
  'why.fault.unreachable': 'its address does not answer',
  'why.fault.unshowable': 'the screen cannot play it',
  'why.mend.schedule': 'Change its schedule',
  'why.mend.schedule-of': 'Change the schedule of “{title}”',
  'why.mend.show': 'Show it',
  'why.mend.words': 'Change the text',
  'why.mend.address': 'Change the address',
  'why.mend.screens': 'Look at the screens',
  'why.mend.loop': 'How much of the loop do people see?',
  'why.mend.go-to': 'Go to “{title}”',
} as const satisfies Record<string, Message>
