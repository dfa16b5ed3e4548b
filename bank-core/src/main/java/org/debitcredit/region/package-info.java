/**
 * Out-of-town transactions: a teller of one region and an account of another. Each region is a bank of its own. The
 * region of the teller is the acquirer, that of the account is the issuer, as in networks of ATMs. Each posts its half
 * against a correspondent that stands for the other region, so its four sums hold by themselves; what one of the two
 * halves has and the other has not is in transit. See docs/explanation/regions.md.
 */
@NullMarked
package org.debitcredit.region;

import org.jspecify.annotations.NullMarked;
