-- DebitCredits, each under a new UUIDv7 of the second, for wrk. Arguments: branches (100), accounts of each (100,000).
local threads = 0
local branches, accounts
function setup(thread) threads = threads + 1; thread:set("number", threads) end
function init(args)
  branches, accounts = tonumber(args[1] or 100), tonumber(args[2] or 100000)
  math.randomseed(os.time() * 64 + number)
end
function request()
  local r = math.random
  local branch = r(0, branches - 1) * 1000000
  local millis = os.time() * 1000
  local headers = {["content-type"] = "application/json", ["idempotency-key"] = string.format(
    "%08x-%04x-7%03x-8%03x-%04x%04x%04x", math.floor(millis / 65536), millis % 65536, r(0, 4095),
    r(0, 4095), r(0, 65535), r(0, 65535), r(0, 65535))}
  return wrk.format("POST", "/v1/transactions", headers, string.format(
    '{"type":"debit-credit","teller":%d,"account":%d,"amount":%d}',
    branch + r(0, 9), branch + r(0, accounts - 1), r(1, 99999)))
end
