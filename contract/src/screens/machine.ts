import { PictureId } from '../platform/id.ts'
import { Instant } from '../platform/instant.ts'
import { z } from '../platform/zod.ts'
import {
  AgentCommandKind,
  AgentEventKind,
  AgentHash,
  AgentOrder,
  AgentTold,
  AgentUpdateProblem,
  AgentVitals,
} from './agent.ts'
import { ScreenCommandId } from './screen.ts'

/** `expired`: it was not carried out in time. */
export const MACHINE_COMMAND_STATES = ['waiting', 'taken', 'done', 'failed', 'expired'] as const

/** A command for a machine, as users see it. `detail` is untrusted text of the machine. */
export const MachineCommand = z.object({
  id: ScreenCommandId,
  order: AgentOrder,
  madeAt: Instant,
  /** The email address of the person who gave it; null: the server, because an incident began. */
  madeBy: z.string().nullable(),
  state: z.enum(MACHINE_COMMAND_STATES),
  told: AgentTold.nullable(),
  detail: z.string(),
  endedAt: Instant.nullable(),
})
export type MachineCommand = z.infer<typeof MachineCommand>

/** The program that takes pictures of a screen: the agent of its machine, or else the screen's page itself. */
export const PictureBy = z.enum(['agent', 'page'])
export type PictureBy = z.infer<typeof PictureBy>

/** A picture of what a screen showed. It is kept for PICTURES_KEPT_MS. */
export const ScreenPicture = z.object({
  id: PictureId,
  takenAt: Instant,
  /** `incident`: taken by itself, when an incident of the screen began. */
  because: z.enum(['asked', 'incident']),
  /** `page`: composed by the screen's page, without the parts that a browser does not give to a page. */
  by: PictureBy,
})
export type ScreenPicture = z.infer<typeof ScreenPicture>

/** One point of a day's curves: averages of a few minutes. An absent value is not known. */
export const VitalsPoint = z.object({
  at: Instant,
  temperatureC: z.number().optional(),
  loadPercent: z.number().optional(),
  memoryPercent: z.number().optional(),
  diskPercent: z.number().optional(),
})
export type VitalsPoint = z.infer<typeof VitalsPoint>

/** The machine beneath a paired screen: its agent, its vital signs and its commands. Texts in it are untrusted. */
export const ScreenMachine = z.object({
  /** The server's clock at the time of the answer. */
  at: Instant,
  /** null: no agent has reported for this screen. */
  agent: z
    .object({
      version: z.string(),
      machine: z.string(),
      system: z.string(),
      browser: z.string(),
      panel: z.string(),
      can: z.array(AgentCommandKind),
      resolutions: z.array(z.string()),
      isConnected: z.boolean(),
      /** The time of its last report. */
      seenAt: Instant,
    })
    .nullable(),
  /** null: none in the last hours. */
  vitals: z.object({ at: Instant, ...AgentVitals.shape }).nullable(),
  /** Of the last 24 hours, oldest first. */
  day: z.array(VitalsPoint),
  /** The most recent, newest first. */
  commands: z.array(MachineCommand),
  /** The most recent, newest first. `detail` is untrusted text. */
  events: z.array(z.object({ at: Instant, kind: AgentEventKind, detail: z.string() })),
  /** The pictures that are kept, newest first. */
  pictures: z.array(ScreenPicture),
  /** The program that would take a picture now. null: none is connected. */
  pictureBy: PictureBy.nullable(),
  /** False: this screen forbids pictures of what it shows. */
  mayTakePictures: z.boolean(),
  /** The panel is switched on and off by the opening hours of the screen's display. */
  followsHours: z.boolean(),
  /** The agent's version in relation to the server's. null: no agent has reported, or the server has no file of the agent. */
  update: z
    .object({
      /**
       * `unable`: this agent cannot update itself. `current`: it runs the server's version, or tries it (`trying`). `waits`: it is not its
       * turn. `quiet`: it waits for a quiet hour. `under-way`: it may install it now. `undone`: it has failed, see `problem`.
       */
      state: z.enum(['unable', 'current', 'trying', 'waits', 'quiet', 'under-way', 'undone']),
      /** The server's version. */
      version: z.string(),
      hash: AgentHash,
      problem: AgentUpdateProblem.nullable(),
    })
    .nullable(),
})
export type ScreenMachine = z.infer<typeof ScreenMachine>

/** An absent field is not changed. Forbidding pictures deletes those that are kept. */
export const ChangeMachine = z.strictObject({
  mayTakePictures: z.boolean().optional(),
  followsHours: z.boolean().optional(),
})
export type ChangeMachine = z.infer<typeof ChangeMachine>
