/**
 * The answers of the real programs. "Here": written by the program itself, of Debian 12 on a machine without such devices. "Form": the
 * form that the program of Debian 12 contains, filled with values; no panel was there.
 */

/** Form: cec-ctl of v4l-utils 1.22.1. */
export const CEC_INFO = `Driver Info:
	Driver Name                : vc4_hdmi
	Adapter Name               : vc4-hdmi-0
	Capabilities               : 0x0000010e
		Logical Addresses
		Transmit
		Passthrough
		Connector Info
	Available Logical Addresses: 1
	Physical Address           : 1.0.0.0
	Logical Address Mask       : 0x0010
	CEC Version                : 2.0
	OSD Name                   : 'Placard'
	Logical Addresses          : 1 (Allow RC Passthrough)

	  Logical Address          : 4 (Playback Device 1)
	    Primary Device Type    : Playback
	    Logical Address Type   : Playback
`
/** Form: as above; an output with nothing plugged in. */
export const CEC_INFO_UNPLUGGED = CEC_INFO.replace('1.0.0.0', 'f.f.f.f').replace('0x0010', '0x0000')

/** Form: as above. */
export const cecPower = (
  state: 'on' | 'standby' | 'to-on' | 'to-standby',
): string => `Transmit from Playback Device 1 to TV (4 to 0):
GIVE_DEVICE_POWER_STATUS (0x8f)
    Received from TV (0):
    REPORT_POWER_STATUS (0x90):
	pwr-state: ${state} (0x0${['on', 'standby', 'to-on', 'to-standby'].indexOf(state)})
	Sequence: 12 Tx Timestamp: 2704.092s Rx Timestamp: 2704.379s
	Approximate response time: 215 ms
`
/** Form: as above. The exit code is 0. */
export const CEC_SENT = `Transmit from Playback Device 1 to TV (4 to 0):
IMAGE_VIEW_ON (0x04)
	Sequence: 32 Tx Timestamp: 6505.611s
`
export const CEC_REFUSED = `Transmit from Playback Device 1 to TV (4 to 0):
STANDBY (0x36)
	Sequence: 42 Tx Timestamp: 6731.652s
	Tx, Not Acknowledged (4), Max Retries
`
export const CEC_NO_ANSWER = `Transmit from Playback Device 1 to TV (4 to 0):
GIVE_DEVICE_POWER_STATUS (0x8f)
	Sequence: 43 Tx Timestamp: 6731.652s
	Tx, OK, Rx, Timeout
`
/** Here. Exit code 1. */
export const CEC_NO_DEVICE = 'Failed to open /dev/cec0: No such file or directory\n'

/** Form: ddcutil 1.4.1. The second is a panel that does not answer. */
export const DDC_DETECT = `Invalid display
   I2C bus:  /dev/i2c-3
   Monitor:             MPI:MPI7002:

Display 1
   I2C bus:  /dev/i2c-4
   Monitor:             DEL:DELL U2415:7MT0184N0LTL

`
/** Here. Exit code 1. */
export const DDC_NO_BUS = `No /dev/i2c devices exist.
ddcutil requires module i2c-dev.
`
/** Form: ddcutil 1.4.1, --brief. */
export const ddcValue = (feature: string, value: string): string => `VCP ${feature} SNC x${value}\n`
export const DDC_ERROR = 'VCP D6 ERR\n'

/** Form: wlr-randr 0.2.0. */
export const WLR_RANDR = `HDMI-A-1 "Dell Inc. DELL U2415 7MT0184N0LTL (HDMI-A-1)"
  Physical size: 520x320 mm
  Enabled: yes
  Modes:
    1920x1200 px, 59.950001 Hz (preferred, current)
    1920x1080 px, 60.000000 Hz
    1920x1080 px, 59.939999 Hz
    1280x720 px, 50.000000 Hz
  Position: 0,0
  Transform: normal
  Scale: 1.000000
`
/** Here: wlr-randr 0.4.1 of Debian 13 with cage 0.2.0, which shows an output in memory, and after `--off`. */
export const WLR_RANDR_HEADLESS = `HEADLESS-1 "Headless output 1"
  Make: (null)
  Model: (null)
  Serial: (null)
  Enabled: yes
  Modes:
    1280x720 px (current)
  Position: 0,0
  Transform: 270
  Scale: 1.000000
  Adaptive Sync: disabled
`
export const WLR_RANDR_OFF = `HEADLESS-1 "Headless output 1"
  Make: (null)
  Model: (null)
  Serial: (null)
  Enabled: no
`
/** Here, without a compositor. Exit code 1. */
export const WLR_RANDR_NONE = `error: XDG_RUNTIME_DIR is invalid or not set in the environment.
failed to connect to display
`
/** Here: cage 0.1.4 of Debian 12. */
export const WLR_RANDR_CANNOT = "compositor doesn't support wlr-output-management-unstable-v1\n"

/** Form: wpctl of WirePlumber 0.4.13. */
export const wpctlVolume = (share: string): string => `Volume: ${share}\n`

/** Form: amixer of alsa-utils 1.2.8. */
export const AMIXER_CONTROLS = `Simple mixer control 'PCM',0
Simple mixer control 'Mic',0
`
export const AMIXER_PCM = `Simple mixer control 'PCM',0
  Capabilities: pvolume pswitch pswitch-joined
  Playback channels: Front Left - Front Right
  Limits: Playback 0 - 255
  Mono:
  Front Left: Playback 107 [42%] [-29.60dB] [on]
  Front Right: Playback 107 [42%] [-29.60dB] [on]
`
/** Here, the last line. Exit code 1. */
export const AMIXER_NONE = 'amixer: Mixer attach default error: No such file or directory\n'

/** Form: vcgencmd, as the documentation of Raspberry Pi describes the bits of get_throttled. */
export const vcgencmdThrottled = (bits: string): string => `throttled=0x${bits}\n`
