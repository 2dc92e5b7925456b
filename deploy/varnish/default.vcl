# Varnish (6.1 or later) in front of the service: keeps what the service allows (CDN_MAX_AGE_SECONDS) until it asks for the
# removal of tags (CDN_PURGE=varnish). docs/scale.md says how to use it.
vcl 4.1;

import std;

backend default {
    .host = "api";
    .port = "3000";
    .connect_timeout = 2s;
    .first_byte_timeout = 60s;
    .probe = { .url = "/health"; .interval = 2s; .timeout = 1s; .window = 3; .threshold = 2; .initial = 2; }
}

# The networks that the service may be on.
acl purgers {
    "127.0.0.0"/8;
    "10.0.0.0"/8;
    "172.16.0.0"/12;
    "192.168.0.0"/16;
    "::1";
    "fc00::"/7;
}

sub vcl_recv {
    if (req.method == "PURGE") {
        # Directly from the service: what a proxy forwards from outside has an address before its own.
        if (client.ip !~ purgers || req.http.X-Forwarded-For != "" + client.ip) {
            return (synth(403, "Forbidden"));
        }
        if (req.http.X-Purge-Tags !~ "^[a-z-]+(\|[a-z-]+)*$") {
            return (synth(400, "Bad Request"));
        }
        # A ban is split at its spaces, so the pattern has none.
        ban("obj.http.Surrogate-Key ~ (^|\s)(" + req.http.X-Purge-Tags + ")(\s|$)");
        return (synth(200, "Purged"));
    }
    # Longer than stale-while-revalidate only while the service is away.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 60s;
    }
    # The service sets no cookies; those of other programs on the host would keep every page out of the cache. The contact
    # form's own is on responses that are not kept.
    if (req.method == "GET" && req.url ~ "^/(api/(site|articles|projects)|blog|projects|services|pages|about|investment|gallery|media|fonts|sitemap|robots|$|\?)") {
        unset req.http.Cookie;
    }
}

sub vcl_backend_response {
    # While the service does not answer, for as long as stale-if-error says.
    if (beresp.http.Cache-Control ~ "stale-if-error=\d+" && beresp.ttl > 0s) {
        set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, ".*stale-if-error=(\d+).*", "\1") + "s", 0s);
    }
}

sub vcl_deliver {
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    unset resp.http.CDN-Cache-Control;
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    } else {
        set resp.http.X-Cache = "MISS";
    }
}
