/**
 * The forwarder: a process of its own that stands between members of a run and carries the bytes of
 * their TCP connections, with rules for each pair of members and each way. It knows no engine, no
 * plan and no fault, and no fault has one started yet. Whoever starts {@link
 * dev.rebound.lab.forwarder.Forwarder} talks to it by {@link
 * dev.rebound.lab.forwarder.ForwarderControl}.
 *
 * <p>A member that listens at P is known to others by the forwarder's port F. Who connects to F is
 * told by the socket: its port, its inode, the process that has it open, and the nearest member
 * among that process and its ancestors. So a rule can be on one worker of eight, and no setting of
 * a client knows of it.
 *
 * <p>What is in force for a connection is the sum of the {@link dev.rebound.lab.forwarder.Rule}s
 * that match it: it is held if one holds it, delays add, the lowest rate counts. Each rule has the
 * tag of its fault, and healing removes what has a tag; so overlapping faults heal in any order.
 *
 * <h2>What programs see</h2>
 *
 * <ul>
 *   <li><b>Nothing in force</b>: bytes as they were sent, an end of sending (FIN) on its own way, a
 *       reset as a reset. Nobody at P: the connection is made and reset at once, where without the
 *       forwarder it would be refused. A reader that takes nothing stops its writer, as TCP does.
 *   <li><b>Held</b>: silence. What is sent is kept and delivered on healing, in order and none of
 *       it twice, as TCP's retransmissions would; a way that holds much takes no more, so that the
 *       writer's buffers fill. An end or a reset waits in its place. A new connection succeeds for
 *       the client, as the system answers for whoever listens, and nothing comes; where a real cut
 *       lasted, connecting itself would time out. The server hears of it on healing, and never of a
 *       client that gave up meanwhile.
 *   <li><b>Slow</b>: every piece comes later by delay ± jitter, in order; all bytes under one rule
 *       share its rate, each way for itself. A connection is made without delay.
 *   <li><b>Hung</b>: a half-open connection. What either end sends goes nowhere, neither hears of
 *       the other's end, and healing does not bring it back; what connects after it works. The
 *       system acknowledges what is sent, so a sender is not stopped by full buffers, and
 *       TCP_USER_TIMEOUT does not strike.
 *   <li><b>Refused</b>: a new connection is made and reset at once.
 *   <li><b>Reset</b>: both ends find their connection reset.
 * </ul>
 *
 * No packet is lost and nothing backs off: recovery by retransmission is faster here than on a
 * network.
 *
 * <h2>Control</h2>
 *
 * A socket at the loopback interface, lines of words with spaces between, each answered by a line
 * that begins with {@code ok} or {@code error}. The first line is {@code token WORD}. Names of
 * members have commas between; {@code *} is anyone, unknown processes too.
 *
 * <pre>
 * node NAME PID                  a life of a member begins; what its children do counts as its
 * rule TAG VICTIMS PEERS WAY HARM [KEY=VALUE]…   see Rule.text
 * heal TAG                       removes the rules with that tag
 * reset VICTIMS PEERS            resets what is open between them: ok connections=N
 * state VICTIMS PEERS            see LinkState
 * requests TAG                   ok requests=N: answered or delayed so far by rules with that tag
 * probe CLIENT SERVER MILLIS     a test word as if from one to the other, see TestWord
 * connections                    a line for each, connection CLIENT PID SERVER, then ok
 * </pre>
 *
 * The forwarder ends by itself once nobody has been connected here for 30 s.
 */
package dev.rebound.lab.forwarder;
