import type { Message } from '../../../translate.ts'

/** Messages about screens: pairing, addresses, and their state. */
export const words = {
  'screens.only-here':
    'As it stands, it works on this device alone. For others, put the server’s name or address in place of {host}.',

  'screen-address.lead': 'Open this address in the browser of the screen: type it, scan it, or send it there.',
  'screen-address.address': 'Address of this display',
  'screen-address.qr': 'QR code of the address',
  'screen-address.hangs': 'How the screen hangs',
  'screen-address.hangs-hint':
    'The thick edge is the one that is below when it stands on a desk. If the screen turns its picture by itself, leave it level.',
  'screen-address.read-lead': 'For people who cannot see the screen, or pass it too fast:',
  'screen-address.read': 'everything it shows, as a page to read',
  'screen-address.turn.0': 'Level',
  'screen-address.turn.90': 'Upright, that edge right',
  'screen-address.turn.180': 'Upside down',
  'screen-address.turn.270': 'Upright, that edge left',
  'screen-address.open': 'Open it here',

  'screens.offline-ready': 'Plays without a network too',
  'screens.offline-unavailable': 'Needs the network to play',
  'screens.empty-loop': 'Nothing to show',
  'screens.some-item': 'A container',
  'screens.details': 'Details',
  'screens.details-of': 'Details of {name}',
  'screens.seen-now': 'Seen just now',
  'screens.seen': 'Seen {ago}',
  'screens.state.well': 'Up to date',
  'screens.state.starting': 'Starting',
  'screens.state.troubled': 'Has a problem',
  'screens.state.updating': 'Updating, {duration} so far',
  'screens.state.behind': 'Behind by {duration}',
  'screens.state.old': 'Shows an older version',
  'screens.state.unseen': 'Not seen since {time}',
  'screens.state.silent': 'Not heard from since {time}',
  'screens.state.asleep': 'Dark, not off: on again {time}',
  'screens.state.off': 'Off, as it may be until {time}',
  'screens.state.dark': 'Nothing shown since {time}',
  'screens.playing': 'Playing: {title}',
  'screens.advice.silent':
    'It fell silent. Look whether the device is on, its browser open and its network there. Without a network it may still be playing.',
  'screens.advice.dark':
    'Its page answers and draws nothing. It may be hidden behind another window, minimised, or hung. Look at the screen, and restart its browser.',
  'screens.advice.closed': 'Its page was closed. Open the display’s address on it again.',
  'screens.advice.behind': 'It has not taken over the last change. Look at its network, or reload the page on it.',
  'screens.advice.missing': '“{title}” does not show: its file is not on the server. Upload it again.',
  'screens.advice.unreachable':
    '“{title}” does not show: there is no answer from where it lies. Look at its address and at the network of the screen.',
  'screens.advice.unshowable':
    '“{title}” does not show: it is damaged, gone, or of a kind that this device cannot play. Open its address to see, or replace it.',
  'screens.advice.nothing-shows': 'Nothing of the loop can be shown at the moment. The texts still run.',
  'screens.advice.full':
    'The device has no room to keep everything, so it needs the network to play. Free some space on it, or show fewer files.',
  'screens.advice.helped-itself':
    'Its picture stood still and it began anew at {time}. If that happens again, restart the device.',
  'screens.rename': 'Rename',
  'screens.rename.title': 'Name this screen',
  'screens.rename.label': 'Name',
  'screens.rename.hint': 'For instance where it hangs: Reception left.',

  'door.title': 'Add anything',
  'door.choose': 'Choose files',
  'door.drop': 'or drop them here, or paste them',
  'door.kinds': 'Pictures (animated ones, HEIC, TIFF and SVG too), films and PDFs, as many at once as you like.',
  'door.quality': 'Keep 4K and 60 pictures a second',
  'door.quality-hint': 'Not every screen plays such films. Without this they are made to fit every screen.',
  'door.address': 'Or an address',
  'door.address-hint': 'YouTube, a film, a live stream (.m3u8), a web page, news (RSS), a calendar.',
  'door.address-wrong': 'This is no address. Copy it as your browser shows it, from https on.',
  'door.go-on': 'Continue',

  'test.heading': 'Smart ClassRoom', // R7
  'test.frame': 'Slide presentation: Smart ClassRoom',

  'screens.without-https':
    'This address has no https. Screens play on when the network is lost, but only with https can they also start again without it. Ask whoever runs Placard for an https address.',

  'hung.inches': 'Screen, in inches',
  'hung.metres': 'Read from, in metres',
  'hung.hint': 'Corner to corner, and from where most people look. So Placard can say what they cannot read.',
  'hung.hint-display': 'Of its screens that are not paired. So Placard can say what people cannot read.',

  'screens.unnamed': 'Screen {id}',
  'screens.show-gone': { one: 'Show {count} closed one', other: 'Show {count} closed ones' },
  'screens.quiet-advice':
    'A screen without a name may be a browser tab that somebody left. Give your screens names, and you are told when one of them shows nothing.',
  'screens.full-list': {
    one: '{count} screen is listed at most.',
    other: '{count} screens are listed at most. Remove those that are no more, so that new ones find a place.',
  },
  'screens.remove': 'Remove',
  'screens.remove-question': 'Remove this screen from the list? If it still runs, it comes back without its name.',
  'screens.removed': '{name} removed',
  'screens.alarm': { one: '{count} screen may show nothing', other: '{count} screens may show nothing' },
  'screens.alarm.dark': '{name} shows nothing',
  'screens.alarm.silent': '{name} is not heard from',

  'health.title': 'How much of the loop do people see?',
  'health.line': '{length} loop · {share} seen',
  'health.sum': 'Your loop takes {length}: somebody who waits {dwell} sees {share} of it.',
  'health.sum-playlist':
    'This playlist alone takes {length}: somebody who waits {dwell} sees {share} of it. On a display it plays among other things.',
  'health.nothing': 'Nothing is on now, so there is nothing to see.',
  'health.nothing-then': 'Nothing is on',
  'health.seen': 'Seen in {dwell}',
  'health.dwell': 'People stand there for',
  'health.dwell-kept':
    'A setting of this display. Choose what is true of most people: passing by, waiting for a lift, sitting there.',
  'health.dwell-look': 'A look at other times. An owner of the organisation keeps it as a setting of the display.',
  'health.items': 'Who sees it within {dwell}',
  'health.often': '{span}, {times} times an hour',
  'health.edit': 'Edit “{title}”',
  'health.open': 'Open playlist “{title}”',
  'health.mend.longest':
    '“{title}” takes {span}, {share} of the loop. At {dwell} the loop would take {length}, and people would see {seen} of it.',
  'health.mend.do': 'Change its seconds',
  'health.mend.many':
    'There is more in the loop than people stay for. Give it fewer containers, or put some of them on at other times.',
  'health.texts': 'Texts',
  'health.texts-round': 'All texts run through once in about {round}.',
  'health.texts-long': {
    one: '{count} text takes longer to pass than people stand there ({dwell}). Say it in fewer words.',
    other: '{count} texts take longer to pass than people stand there ({dwell}). Say them in fewer words.',
  },
  'health.other-times': 'At other times in the next 24 hours',
  'health.now-only': 'As it is now. In the next 24 hours the loop stays about as long.',

  'screens.to-alerts': 'Incidents and alerts',

  'paired.see-all': 'See all screens',
  'paired.or-pair':
    'Or open {address} on it, which is short and can be moved, named and told to do something from here.',
  'paired.display': 'Display',
  'paired.display-hint': 'What it plays. It follows at once.',
  'paired.no-display': 'No display',
  'paired.place': 'Place',
  'paired.place-hint': 'For instance: Main building, ground floor. Screens are listed by it.',
  'paired.edit': 'Edit screen',
  'paired.edit-of': 'Edit {name}',
  'paired.more-of': 'More for {name}',
  'paired.told': { one: 'Told {count} screen', other: 'Told {count} screens' },
  'paired.do.identify': 'Show who it is',
  'paired.do.reload': 'Load anew',
  'paired.do.restart': 'Play from the start',
  'paired.do.refetch': 'Fetch its files again',
  'paired.do.go-elsewhere': 'Move to another server',
  'paired.away': 'Not connected',
  'paired.call-back': 'Call back to this server',
  'paired.called-back': 'It comes back when it starts the next time',
  'paired.let-go': 'Let go',
  'paired.let-go-question':
    'Let this screen go? It stops playing, shows a code, and everything that it could reach is shut to it.',
  'paired.let-go-done': '{name} was let go',
  'paired.send': 'Move',
  'paired.address': 'Address',
  'paired.address-hint': 'Of the other server, with /screen at its end.',
  'paired.elsewhere-note':
    'The screen looks whether something answers there before it leaves. Then it has to be paired there; from here it can only be called back when it starts.',

  'pairing.title': 'Add a screen',
  'pairing.about': 'This screen is about to be connected',
  'pairing.code': 'Code on the screen',
  'pairing.go-on': 'Go on',
  'pairing.type': 'Type the code',
  'pairing.how':
    'Open {address} on the screen, and type the six characters that it shows. Or scan its picture with your phone.',
  'pairing.some-browser': 'A browser',
  'pairing.which': 'Which screen is it?',
  'pairing.as.new': 'A new screen',
  'pairing.as.repair': 'Repair',
  'pairing.as.replace': 'Replace',
  'pairing.as.move': 'Move',
  'pairing.as-hint.new': 'It was not here before.',
  'pairing.as-hint.repair': 'One of ours that has lost its memory. It is again what it was.',
  'pairing.as-hint.replace': 'New hardware in the place of an old screen, which is let go.',
  'pairing.as-hint.move': 'One of ours that has lost its memory, now on another display.',
  'pairing.old': 'Screen',
  'pairing.display-hint': 'The screen says its name now.',
  'pairing.connect': 'Connect',
  'pairing.done': 'Connected',
  'pairing.done-lead': '{name} plays {display} now.',
  'pairing.no-display': 'There is no display yet. Make one first.',
} as const satisfies Record<string, Message>
