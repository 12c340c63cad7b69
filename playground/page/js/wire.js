/**
 * Types of the data that the playground sends, as far as the page reads them; Discord has more. No code.
 *
 * @typedef {{id: string, username: string, bot: boolean}} User
 * @typedef {{id: string, name: string, members: string[]}} Guild members by id
 *
 * @typedef {object} Channel
 * @property {string} id
 * @property {number} type 0 text, 1 direct messages, 10 to 12 threads
 * @property {string} [name] none in direct messages
 * @property {string} [guild_id]
 * @property {string | null} [parent_id] of a thread
 * @property {{archived: boolean, locked: boolean}} [thread_metadata]
 *
 * @typedef {object} Message
 * @property {string} id
 * @property {number} [type] 6: a system message that another one was pinned
 * @property {string} channel_id
 * @property {User} author
 * @property {string} content
 * @property {number} flags
 * @property {Embed[]} embeds
 * @property {Component[]} components
 * @property {Attachment[]} attachments
 * @property {string | null} [edited_timestamp]
 * @property {User[]} [mentions]
 * @property {boolean} [pinged] whether it notified this person
 * @property {{type: number, user: User, name?: string, interacted_message_id?: string}} [interaction_metadata]
 * @property {{message_id: string}} [message_reference]
 * @property {{line: string, failed?: string}} [local] a command that is being sent; the message is made by this page
 *
 * @typedef {object} Picture
 * @property {string} url
 * @property {string | null} [description]
 * @property {string} [filename]
 * @property {number | null} [width]
 * @property {number | null} [height]
 * @property {boolean} [spoiler]
 *
 * @typedef {{filename: string, url: string, size: number}} Download
 * @typedef {Picture & Download & {id: string, content_type?: string}} Attachment
 * @typedef {{id?: string | null, name: string}} Emoji
 *
 * @typedef {object} Embed
 * @property {string} [title]
 * @property {string} [url]
 * @property {string} [description]
 * @property {{name?: string}} [author]
 * @property {{name: string, value: string, inline?: boolean}[]} [fields]
 * @property {Picture} [image]
 * @property {Picture} [thumbnail]
 * @property {{text?: string}} [footer]
 * @property {number | null} [color]
 */

/**
 * Components, told apart by `type`.
 *
 * @typedef {{label: string, value: string, description?: string, emoji?: Emoji, default?: boolean}} Choice
 * @typedef {{type: 1, components: Component[]}} Row
 * @typedef {{type: 2, style: number, label?: string, emoji?: Emoji, url?: string, custom_id?: string,
 *   disabled?: boolean}} Button
 * @typedef {{custom_id: string, placeholder?: string, min_values?: number, max_values?: number, disabled?: boolean,
 *   required?: boolean, default_values?: {id: string}[]}} Menu
 * @typedef {Menu & {type: 3, options: Choice[]}} TextMenu
 * @typedef {Menu & {type: 5 | 6 | 7 | 8}} FoundMenu of users, roles, both, or channels
 * @typedef {{type: 4, custom_id: string, label?: string, style: number, placeholder?: string, min_length?: number,
 *   max_length?: number, required?: boolean, value?: string}} TextInput
 * @typedef {{type: 9, components: Component[], accessory: Component}} Section
 * @typedef {{type: 10, content: string}} Text
 * @typedef {{description?: string | null, spoiler?: boolean}} Described
 * @typedef {Described & {type: 11, media: Picture}} Thumbnail
 * @typedef {{type: 12, items: (Described & {media: Picture})[]}} Gallery
 * @typedef {{type: 13, file: {url: string, attachment_id?: string}, size?: number | null}} File
 * @typedef {{type: 14, divider: boolean, spacing: number}} Separator
 * @typedef {{type: 17, components: Component[], accent_color?: number | null}} Container
 * @typedef {{type: 18, label: string, description?: string, component: Field}} Label
 * @typedef {{type: 19, custom_id: string, label?: string, required?: boolean}} FileUpload
 * @typedef {{type: 21 | 22, custom_id: string, label?: string, required?: boolean, options: Choice[]}} Marks
 * @typedef {{type: 23, custom_id: string, label?: string, required?: boolean, default?: boolean}} Checkbox
 * @typedef {TextInput | TextMenu | FoundMenu | FileUpload | Marks | Checkbox} Field
 * @typedef {Row | Button | Field | Section | Text | Thumbnail | Gallery | File | Separator | Container | Label} Component
 * @typedef {{title: string, components: Component[]}} Modal
 */

/**
 * Interactions, and the feed of a person (see docs/playground.md).
 *
 * @typedef {{filename: string, text: string}} Upload a file of text that is attached to a command
 * @typedef {string | number | boolean | Upload} Value of an option of a command
 * @typedef {{name: string, value: Value}} Suggestion
 * @typedef {{type: number, name: string, description: string, required?: boolean, autocomplete?: boolean,
 *   choices?: Suggestion[], options?: Option[]}} Option
 * @typedef {{name: string, description: string, options?: Option[]}} Command
 *
 * @typedef {object} Interaction
 * @property {string} id
 * @property {string} state `sent`, `thinking`, `deferred`, `answered` or `failed`
 * @property {Modal} [modal]
 * @property {Suggestion[]} [choices]
 *
 * @typedef {{kind: "message" | "edit", message: Message}} MessageEvent
 * @typedef {{kind: "delete", channel_id: string, message_id: string}} DeleteEvent
 * @typedef {{kind: "channel", channel: Channel}
 *   | {kind: "channel_gone", channel_id: string}
 *   | MessageEvent
 *   | DeleteEvent
 *   | {kind: "interaction", interaction: Interaction}
 *   | {kind: "presence", user_id: string, online: boolean}
 *   | {kind: "reload"}} FeedEvent
 */

/**
 * The control API (see docs/playground.md).
 *
 * @typedef {{do: "command", line: string, values?: Record<string, Value>} | {do: "click", label: string}} Step
 * @typedef {{label: string, hint?: string, steps: Step[]}} Shortcut
 * @typedef {{name?: string, hint?: string, shortcuts: Shortcut[]}} About
 * @typedef {{users: User[], guilds: Guild[], time: number, connected: boolean}} State
 * @typedef {{id: number, kind: string, pattern: string, times: number | null, hits: number}} Fault
 * @typedef {{state: string, pid?: number | null, since?: number | null, status?: number | null, log?: string[]}} Process
 * @typedef {{n: number, at: number, kind: string, what: string, data: any}} Entry of the log
 */

export {};
